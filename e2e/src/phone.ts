import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { randomInt } from 'node:crypto'
import { openProtected } from './journeys.ts'
import { stack } from './stack.ts'
import { words } from './words.ts'
import type { Language } from './words.ts'

export interface Telephone {
  /** As it is typed beside the country's code. */
  national: string
  e164: string
}

/** The demo account that signs in by telephone. */
export const deniz: Telephone = { national: '555 000 00 01', e164: '+905550000001' }

/** Somebody's whom no other test knows. */
export function newTelephone(): Telephone {
  const national = `555${randomInt(1_000_000, 9_999_999)}`
  return { national, e164: `+90${national}` }
}

/** Goes to an address of the application and on to the number, in a browser that is at home in Turkey. */
export async function openPhone(page: Page, url: string, language: Language = 'en') {
  await openProtected(page, url, language)
  await page.getByRole('button', { name: words[language].phone }).click()
  await expect(numberField(page, language)).toBeVisible()
  await countryField(page, language).selectOption('TR')
}

export function countryField(page: Page, language: Language = 'en') {
  return page.getByLabel(words[language].countryCode)
}

export function numberField(page: Page, language: Language = 'en') {
  return page.getByRole('textbox', { name: words[language].phoneNumber })
}

export function codeField(page: Page, language: Language = 'en') {
  return page.getByRole('textbox', { name: words[language].verificationCode })
}

export async function sendCode(page: Page, { national }: Telephone, language: Language = 'en') {
  await numberField(page, language).fill(national)
  await page.getByRole('button', { name: words[language].sendCode }).click()
}

/** Goes on to the code of a message that has been sent. */
export async function reachCode(page: Page, telephone: Telephone, language: Language = 'en') {
  await sendCode(page, telephone, language)
  await expect(codeField(page, language)).toBeVisible()
}

/** The code of the newest message to the number, once there are as many as expected. */
export async function awaitCode({ e164 }: Telephone, { count = 1 } = {}): Promise<string> {
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

/** A code of the right length that is not the one. */
export function anotherThan(code: string): string {
  return code === '111111' ? '222222' : '111111'
}

/** Arrived by telephone: the application knows of no address. */
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
  /** The numbers that a message was asked for. */
  sent: string[]
  /** The codes that were tried. */
  tried: string[]
}

/** What the page asks the identity service for. */
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
