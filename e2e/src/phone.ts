import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { randomInt } from 'node:crypto'
import { openProtected } from './journeys.ts'
import { stack } from './stack.ts'
import { texts } from './texts.ts'
import type { Language } from './texts.ts'

export interface Phone {
  /** As the user types it beside the country code. */
  national: string
  e164: string
}

/** The demo account that signs in with a phone number. */
export const deniz: Phone = { national: '555 000 00 01', e164: '+905550000001' }

/** A phone number that no other test uses. */
export function newPhone(): Phone {
  const national = `555${randomInt(1_000_000, 9_999_999)}`
  return { national, e164: `+90${national}` }
}

/** Opens a URL of the application, then the form for the phone number, and selects Turkey. */
export async function openPhone(page: Page, url: string, language: Language = 'en') {
  await openProtected(page, url, language)
  await page.getByRole('button', { name: texts[language].phone }).click()
  await expect(numberField(page, language)).toBeVisible()
  await countryField(page, language).selectOption('TR')
}

export function countryField(page: Page, language: Language = 'en') {
  return page.getByLabel(texts[language].countryCode)
}

export function numberField(page: Page, language: Language = 'en') {
  return page.getByRole('textbox', { name: texts[language].phoneNumber })
}

export function codeField(page: Page, language: Language = 'en') {
  return page.getByRole('textbox', { name: texts[language].verificationCode })
}

export async function sendCode(page: Page, { national }: Phone, language: Language = 'en') {
  await numberField(page, language).fill(national)
  await page.getByRole('button', { name: texts[language].sendCode }).click()
}

/** Requests a code and waits until the page asks for it. */
export async function reachCode(page: Page, phone: Phone, language: Language = 'en') {
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

/** The application is open, for a user who signed in by phone and has no email address. */
export async function expectInApplicationByPhone(page: Page, url: string) {
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
