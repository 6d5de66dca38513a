import { expect, test } from '@playwright/test'
import { openGallery } from './gallery.ts'
import type { Gallery } from './gallery.ts'

/** States of one step. The first has no message, and its controls must be where they are in all others. */
const steps: readonly (readonly [string, ...string[]])[] = [
  [
    'sign-in',
    'sign-in-last-used',
    'sign-in-signed-out',
    'sign-in-registered',
    'sign-in-interrupted',
    'sign-in-busy',
    'sign-in-cancelled',
    'sign-in-deactivated',
    'sign-in-second-factor',
    'sign-in-unreachable',
    'sign-in-key-refused',
    'sign-in-too-many',
    'sign-in-linking-failed',
  ],
  ['sign-in-application', 'sign-in-application-cancelled'],
  [
    'sign-in-change-company',
    'sign-in-change-company-cancelled',
    'sign-in-change-company-unreachable',
    'sign-in-change-company-deactivated',
  ],
  ['sign-in-many', 'sign-in-many-busy', 'sign-in-many-cancelled'],
  ['sign-in-company-provider', 'sign-in-company-provider-cancelled'],
  [
    'phone-number',
    'phone-number-required',
    'phone-number-invalid',
    'phone-number-too-long',
    'phone-number-not-offered',
    'phone-number-sending',
  ],
  ['code', 'code-resend', 'code-wrong', 'code-expired', 'code-checking'],
  ['factor-message-resend', 'factor-message', 'factor-message-wrong', 'factor-message-expired'],
  ['factor-app', 'factor-app-required', 'factor-app-wrong', 'factor-app-checking'],
  ['new-app', 'new-app-wrong', 'new-app-checking'],
  ['new-factor', 'new-factor-loading', 'new-factor-unreachable'],
  ['factor-choice', 'factor-choice-sending'],
  ['factor-choice-single', 'factor-choice-unreachable'],
  ['link-address', 'link-address-invalid', 'link-address-sending'],
  ['link-sent-resend', 'link-sent'],
  ['link-arrived', 'link-arrived-busy'],
  ['email-link', 'email-link-required', 'email-link-invalid', 'email-link-busy'],
  [
    'email-link-sent',
    'email-link-sent-waiting',
    'email-link-sent-required',
    'email-link-sent-wrong',
    'email-link-sent-expired',
    'email-link-sent-busy',
  ],
  ['email-link-opened-here', 'email-link-opened-here-busy'],
  ['email-link-opened-elsewhere', 'email-link-opened-busy'],
  ['find-company', 'find-company-required', 'find-company-invalid', 'find-company-busy'],
  [
    'find-company-code',
    'find-company-code-waiting',
    'find-company-code-required',
    'find-company-code-wrong',
    'find-company-code-expired',
    'find-company-code-busy',
  ],
  [
    'password',
    'password-required',
    'password-email-invalid',
    'password-wrong',
    'password-signing-in',
  ],
  ['password-reset', 'password-reset-invalid', 'password-reset-sending'],
  ['password-reset-sent-resend', 'password-reset-sent'],
  [
    'new-password',
    'new-password-required',
    'new-password-weak',
    'new-password-common',
    'new-password-breached',
    'new-password-personal',
    'new-password-current',
    'new-password-saving',
  ],
  ['registration-filled', 'registration-errors', 'registration-sending'],
]

/** Forms with a message above them. On a phone, the room for it would hide their button below the keyboard. */
const stepsOnDesktop: typeof steps = [
  ['phone-number', 'phone-number-unreachable'],
  ['password', 'password-unreachable', 'password-too-many', 'password-disabled'],
  ['email-link', 'email-link-failed'],
  ['find-company', 'find-company-failed'],
  ['factor-app', 'factor-app-too-many'],
  ['factor-message-resend', 'factor-message-unreachable'],
  ['new-phone', 'new-phone-unreachable'],
  ['new-password', 'new-password-unreachable'],
  ['link-arrived', 'link-arrived-unreachable'],
  ['email-link-opened-here', 'email-link-opened-here-unreachable'],
  ['email-link-opened-elsewhere', 'email-link-opened-unreachable'],
  ['registration-filled', 'registration-unavailable'],
  ['registration-mail-sent', 'registration-mail-refused'],
]

test('no control moves when its step gets a message, is busy or stops waiting, on a phone, a tablet and a desktop', async ({
  page,
}) => {
  // A step appears with a transition.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openGallery(page)
  for (const [width, height] of [
    [360, 640],
    [360, 800],
    [768, 800],
    [1280, 720],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    const isRoomy = width === 1280
    const compared = isRoomy ? [...steps, ...stepsOnDesktop] : steps
    expect(await page.evaluate(findMoves, compared), `at ${width} × ${height}`).toEqual([])
  }
})

/** Runs in the browser: a call for each entry would take longer than the comparison. */
async function findMoves(compared: typeof steps): Promise<string[]> {
  const { showGalleryEntry } = window as unknown as Gallery
  const moves: string[] = []
  for (const language of ['en', 'tr']) {
    for (const [quiet, ...others] of compared) {
      const before = await placesIn(quiet, language)
      for (const other of others) {
        for (const [control, place] of await placesIn(other, language)) {
          const was = before.get(control)
          if (was !== undefined && was !== place)
            moves.push(`${language} ${other}: ${control} from ${was} to ${place}`)
        }
      }
    }
  }
  return moves

  /** Where the controls of an entry are, by their names. */
  async function placesIn(entry: string, lang: string): Promise<Map<string, string>> {
    await showGalleryEntry(entry, lang)
    const controls = document.querySelectorAll<HTMLElement>(
      'main :is(.choices, details, .form, .aside, .ways) :is(a, button, summary, input, select), main > .content > button',
    )
    return new Map(
      Array.from(controls, (control) => {
        const { x, y } = control.getBoundingClientRect()
        const name = control.getAttribute('name') ?? control.textContent
        return [name, `${Math.round(x)},${Math.round(y + scrollY)}`]
      }),
    )
  }
}
