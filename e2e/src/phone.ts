import type { Page } from '@playwright/test'
import { randomInt } from 'node:crypto'
import { expect } from './engines/expect.ts'
import type { Finding, FlowLocator, FlowPage, FlowRequest } from './engines/api/flow.ts'
import { openProtected } from './journeys.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'
import type { Language } from './texts.ts'

export interface Phone {
  /** As the user types it beside the country code. */
  national: string
  e164: string
  /** As the page shows it. */
  formatted: string
}

/** A phone number that no other test uses. */
export function newPhone(): Phone {
  const digits = String(randomInt(1_000_000, 9_999_999))
  const national = `555${digits}`
  const groups = [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)]
  return { national, e164: `+90${national}`, formatted: `+90 555 ${groups.join(' ')}` }
}

/** Opens a URL of the application, then the form for the phone number, and selects Turkey. */
export async function openPhone(page: FlowPage, url: string, language: Language = 'en') {
  await openProtected(page, url, language)
  await page.getByRole('button', { name: texts[language].phone }).click()
  await expect(numberField(page, language)).toBeVisible()
  await countryField(page, language).selectOption('TR')
}

export function countryField<Found>(page: Finding<Found>, language: Language = 'en'): Found {
  return page.getByLabel(texts[language].countryCode)
}

export function numberField<Found>(page: Finding<Found>, language: Language = 'en'): Found {
  return page.getByRole('textbox', { name: texts[language].phoneNumber })
}

export function codeField<Found>(page: Finding<Found>, language: Language = 'en'): Found {
  return page.getByRole('textbox', { name: texts[language].verificationCode })
}

export async function sendCode(
  page: FlowPage,
  { national }: Pick<Phone, 'national'>,
  language: Language = 'en',
) {
  await numberField(page, language).fill(national)
  await page.getByRole('button', { name: texts[language].sendCode }).click()
}

/** Requests a code and waits until the page asks for it. */
export async function reachCode(page: FlowPage, phone: Phone, language: Language = 'en') {
  await sendCode(page, phone, language)
  await expect(codeField(page, language)).toBeVisible()
}

/** The code of the newest message to the number, once there are as many as expected. */
export async function awaitCode({ e164 }: Phone, { count = 1 } = {}): Promise<string> {
  await expect.poll(async () => (await codesTo(e164)).length).toBe(count)
  const [newest] = await codesTo(e164)
  if (newest === undefined) throw new Error('The message is gone.')
  return newest
}

/** Makes the codes that were sent to the number too old. */
export async function expireCodes({ e164 }: Phone): Promise<void> {
  const query = new URLSearchParams({ to: e164 })
  await fetch(`${stack.login}/local/inbox/expire?${query}`, { method: 'POST' })
}

async function codesTo(e164: string): Promise<string[]> {
  const response = await fetch(`${stack.login}/local/inbox/messages`)
  const { messages } = (await response.json()) as {
    messages: { channel: string; to: string; code: string }[]
  }
  return messages
    .filter(({ channel, to }) => channel === 'sms' && to === e164)
    .map(({ code }) => code)
}

/** A wrong code of the right length. */
export function wrongCodeFor(code: string): string {
  return code === '111111' ? '222222' : '111111'
}

/** Enters wrong codes until no more are accepted, which the third answer says. An error disappears when the next code is entered. */
export async function useUpTries(
  field: Pick<FlowLocator, 'fill'>,
  expectWrong: () => Promise<void>,
): Promise<void> {
  for (const code of ['111111', '222222']) {
    await field.fill(code)
    await expectWrong()
  }
  await field.fill('333333')
}

/** The application is open, for a user who signed in by phone and has no email address. */
export async function expectInApplicationByPhone(page: FlowPage, url: string) {
  await page.waitForURL(url)
  await expect(page.locator('#address')).toHaveText(url)
  await expect(page.locator('#email')).toHaveText('none')
}

const sendCall = ':sendVerificationCode'
const confirmCall = ':signInWithPhoneNumber'

/** For `page.route`. */
export const phoneCalls = {
  send: `**/accounts${sendCall}?*`,
  confirm: `**/accounts${confirmCall}?*`,
}

interface PhoneCalls {
  /** The numbers to which the page requested a message. */
  sent: string[]
  /** The codes that were tried. */
  tried: string[]
}

/** Which of the phone calls to the identity service a request is. */
export function phoneCallIn(
  request: Pick<FlowRequest, 'method' | 'url'>,
): 'send' | 'confirm' | null {
  if (request.method() !== 'POST') return null
  if (request.url().includes(sendCall)) return 'send'
  return request.url().includes(confirmCall) ? 'confirm' : null
}

/** Records the page's phone calls to the identity service. */
export function watchPhoneCalls(page: Page): PhoneCalls {
  const calls: PhoneCalls = { sent: [], tried: [] }
  page.on('request', (request) => {
    if (request.method() !== 'POST') return
    const sent = (name: string) => (request.postDataJSON() as Record<string, string>)[name] ?? ''
    if (request.url().includes(sendCall)) calls.sent.push(sent('phoneNumber'))
    if (request.url().includes(confirmCall)) calls.tried.push(sent('code'))
  })
  return calls
}
