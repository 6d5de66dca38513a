import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { reported } from '@foyer/claims'
import { I18nProvider } from '../language/use-translation.tsx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import english from '@foyer/messages/en/phone.json'
import englishErrors from '@foyer/messages/en/errors.json'
import turkishErrors from '@foyer/messages/tr/errors.json'
import turkish from '@foyer/messages/tr/phone.json'
import turkishSignIn from '@foyer/messages/tr/sign-in.json'
import type { Language } from '../language/choose-language.ts'
import { createI18n } from '../language/i18n.ts'
import { offeredCountries } from './countries.ts'
import type { CountryCode } from './countries.ts'
import { readPhoneNumber } from './phone-number.ts'
import type { RunCommand } from '../sign-in/commands.ts'
import type { PhoneStep } from '../sign-in/screen.ts'
import { PhoneScreen } from './phone-screen.tsx'

type NumberStep = Extract<PhoneStep, { name: 'phoneNumber' }>
type CodeStep = Extract<PhoneStep, { name: 'verificationCode' }>

let sent: [text: string, country: string][]
let verified: string[]
let resent: number

beforeEach(() => {
  sent = []
  verified = []
  resent = 0
})

afterEach(() => {
  vi.useRealTimers()
})

/** The whole list takes longer to render than the rest of the screen, so only the tests of the list have it. */
const few: readonly CountryCode[] = ['DE', 'GB', 'ID', 'IT', 'RU', 'TR', 'US']

const numberStep = (change: Partial<NumberStep> = {}): NumberStep => ({
  name: 'phoneNumber',
  offered: few,
  country: 'TR',
  typed: '',
  error: null,
  attempt: 0,
  ...change,
})

const codeStep = (change: Partial<CodeStep> = {}): CodeStep => ({
  name: 'verificationCode',
  verificationId: 'sent-1',
  phoneNumber: '+905550000001',
  resendAt: 0,
  messages: 1,
  error: null,
  attempt: 0,
  ...change,
})

const run: RunCommand = (name, ...input) => {
  const [first = '', second = ''] = input.flatMap((value) =>
    typeof value === 'string' ? [value] : [],
  )
  if (name === 'sendCode') sent.push([first, second])
  if (name === 'verifyCode') verified.push(first)
  if (name === 'resendCode') resent += 1
}

async function open(step: PhoneStep, language: Language = 'en') {
  const i18n = await createI18n(language, () => Promise.resolve(Response.json(turkishSignIn)))
  i18n.addResourceBundle('en', 'phone', english)
  i18n.addResourceBundle('tr', 'phone', turkish)
  i18n.addResourceBundle('en', 'errors', englishErrors)
  i18n.addResourceBundle('tr', 'errors', turkishErrors)
  const page = (shown: PhoneStep, isBusy = false) => (
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <PhoneScreen step={shown} isBusy={isBusy} run={run} />
      </I18nProvider>
    </StrictMode>
  )
  const { rerender } = render(page(step))
  return (shown: PhoneStep, isBusy = false) => act(() => rerender(page(shown, isBusy)))
}

const numberField = () => screen.getByLabelText<HTMLInputElement>('Phone number')
const codeField = () => screen.getByLabelText<HTMLInputElement>('Verification code')
const country = () => screen.getByLabelText<HTMLSelectElement>('Country code')

describe('the number', () => {
  it('the number field has the focus when the step opens, and is required', async () => {
    await open(numberStep())
    expect(document.activeElement).toBe(numberField())
    expect(numberField().getAttribute('aria-required')).toBe('true')
  })

  it('the number field is in Turkish, with Turkey first (D9i, Id)', async () => {
    await open(numberStep({ offered: offeredCountries() }), 'tr')
    const select = screen.getByLabelText<HTMLSelectElement>('Ülke kodu')
    expect(select.options[0]?.text).toBe('Türkiye (+90)')
    expect(screen.getByLabelText('Telefon numarası')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Kod gönder' })).toBeTruthy()
  })

  it('Enter sends the number with the chosen country', async () => {
    await open(numberStep())
    await userEvent.selectOptions(country(), 'DE')
    await userEvent.type(numberField(), '1512 345678{Enter}')
    expect(sent).toEqual([['1512 345678', 'DE']])
  })

  it('a number that a browser filled in without an event is sent (FM-10)', async () => {
    await open(numberStep())
    numberField().value = '+905550000001'
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    expect(sent).toEqual([['+905550000001', 'TR']])
  })

  it('a number chooses its country only if it has a country code (PH-02c, PH-02d)', async () => {
    await open(numberStep())
    fireEvent.input(numberField(), { target: { value: '4915123456' } })
    expect(country().value).toBe('TR')
    fireEvent.input(numberField(), { target: { value: '+49 1512 345678' } })
    expect(country().value).toBe('DE')
    expect(numberField().value).toBe('+49 1512 345678')
  })

  it.each(['05550000001', '5550000001', '4915123456789', '15123456789', '2025550123'])(
    'the number %s, without + and 00, does not change the chosen country (PH-02d)',
    async (value) => {
      await open(numberStep())
      fireEvent.input(numberField(), { target: { value } })
      expect(country().value).toBe('TR')
    },
  )

  it('a number that replaces "+90 " in the field is sent with the chosen country (PH-03a)', async () => {
    await open(numberStep({ typed: '+90 ' }))
    expect(numberField().value).toBe('+90 ')
    await userEvent.clear(numberField())
    fireEvent.input(numberField(), { target: { value: '5550000001' } })
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    expect(sent).toEqual([['5550000001', 'TR']])
    expect(readPhoneNumber('5550000001', 'TR', offeredCountries())).toMatchObject({
      e164: '+905550000001',
    })
  })

  it('a number that is filled in after a single + is kept (PH-04)', async () => {
    await open(numberStep())
    await userEvent.type(numberField(), '+')
    expect(numberField().value).toBe('+')
    fireEvent.input(numberField(), { target: { value: '+905550000001' } })
    expect(numberField().value).toBe('+905550000001')
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    expect(sent).toEqual([['+905550000001', 'TR']])
  })

  it('a number does not choose a country that is not offered (D9h)', async () => {
    await open(numberStep({ offered: ['DE', 'TR'] }))
    fireEvent.input(numberField(), { target: { value: '+44 7400 123456' } })
    expect(country().value).toBe('TR')
  })

  it('a country that is chosen after the number replaces the number’s own country (D9j)', async () => {
    await open(numberStep())
    fireEvent.input(numberField(), { target: { value: '+90 555 000 00 01' } })
    await userEvent.selectOptions(country(), 'DE')
    expect(numberField().value).toBe('5550000001')
    expect(country().value).toBe('DE')
  })

  it.each([
    ['٠٥٥٥٠٠٠٠٠٠١', 'PH-11c'],
    ['۰۵۵۵۰۰۰۰۰۰۱', 'PH-11d'],
  ])('a number typed key by key as %s is shown in ASCII digits and sent (%s)', async (typed) => {
    await open(numberStep())
    await userEvent.type(numberField(), typed)
    expect(numberField().value).toBe('05550000001')
    await userEvent.keyboard('{Enter}')
    expect(sent).toEqual([['05550000001', 'TR']])
  })

  it('editing the number keeps the caret, and the order of digits that replace a selection (PH-18, PH-19)', async () => {
    await open(numberStep({ typed: '+90 555 000 00 01' }))
    const field = numberField()
    field.focus()
    field.setSelectionRange(5, 7)
    await userEvent.keyboard('32')
    expect(field.value).toBe('+90 532 000 00 01')
    expect(field.selectionStart).toBe(7)
  })

  it('a number is never cut while it is typed, whatever its length', async () => {
    await open(numberStep())
    await userEvent.type(numberField(), '+90 (555) 000 - 00 - 01')
    expect(numberField().value).toBe('+90 (555) 000 - 00 - 01')
  })

  it.each(['+90 555 000 00 01', '380000000000000000', '+49 1512 345678901234567890'])(
    'the pasted number %s is never cut (PH-16b, D9g)',
    async (text) => {
      await open(numberStep())
      numberField().focus()
      await userEvent.paste(text)
      expect(numberField().value).toBe(text)
    },
  )

  it('a country code can be typed in front of a number of ten digits (PH-17)', async () => {
    await open(numberStep({ typed: '5550000001' }))
    const field = numberField()
    await userEvent.type(field, '+90', { initialSelectionStart: 0, initialSelectionEnd: 0 })
    expect(field.value).toBe('+905550000001')
  })

  it.each([
    ['required', 'Required'],
    ['invalid', 'Invalid Phone Number'],
    ['too-long', '10 character limitation'],
    ['not-offered', 'This country is not offered.'],
  ] as const)(
    'the error of the number (%s) is shown at its field, which has the focus, until a valid edit (AX-02a, AX-02b)',
    async (error, message) => {
      const show = await open(numberStep())
      show(numberStep({ error, attempt: 1, typed: '12' }))
      const field = numberField()
      expect(document.activeElement).toBe(field)
      expect(field.getAttribute('aria-invalid')).toBe('true')
      const described = document.getElementById(field.getAttribute('aria-describedby') ?? '')
      expect(described?.textContent).toBe(message)
      expect(described?.getAttribute('role')).toBe('alert')

      fireEvent.input(field, { target: { value: '0555 000 00 01' } })
      expect(field.getAttribute('aria-invalid')).toBeNull()
      expect(field.getAttribute('aria-describedby')).toBeNull()
    },
  )

  it('an error of the number is announced in a live region that was rendered before (AX-01a)', async () => {
    const show = await open(numberStep())
    const region = screen.getByRole('alert')
    expect(region.textContent).toBe('')
    show(numberStep({ error: 'invalid', attempt: 1, typed: '12' }))
    const message = screen.getByText('Invalid Phone Number')
    expect(message.closest('[role="alert"]')).toBe(region)
    show(numberStep({ error: 'invalid', attempt: 2, typed: '12' }))
    expect(screen.getByRole('alert')).toBe(region)
    // Screen readers announce only new content of the region.
    expect(screen.getByText('Invalid Phone Number')).not.toBe(message)
  })

  it.each([
    ['en', 'required', 'TR', 'Required', 'D9a'],
    ['tr', 'required', 'TR', 'Zorunlu alan', 'D9a, Id'],
    ['en', 'invalid', 'TR', 'Invalid Phone Number', 'D9b'],
    ['tr', 'invalid', 'TR', 'Geçersiz telefon numarası', 'D9b, Id'],
    ['en', 'too-long', 'TR', '10 character limitation', 'D9c'],
    ['tr', 'too-long', 'TR', 'En fazla 10 karakter', 'D9c, Id'],
    ['en', 'too-long', 'DE', '11 character limitation', 'D9e'],
    ['tr', 'too-long', 'ID', 'En fazla 12 karakter', 'D9e'],
  ] as const)(
    'the error of the number, in the language %s, if it is %s with %s chosen: %s (%s)',
    async (language, error, code, message, _id) => {
      await open(numberStep({ error, country: code, attempt: 1 }), language)
      expect(screen.getByRole('alert').textContent).toBe(message)
    },
  )

  it('choosing a country with longer numbers removes the error about the limit', async () => {
    await open(numberStep({ error: 'too-long', typed: '15123456789', attempt: 1 }))
    await userEvent.selectOptions(country(), 'DE')
    expect(numberField().getAttribute('aria-invalid')).toBeNull()
  })

  it('the number field has an example that can be dialled after the chosen country’s calling code (PH-09)', async () => {
    await open(numberStep())
    const codes: CountryCode[] = ['TR', 'DE', 'GB', 'US', 'IT', 'RU']
    for (const code of codes) {
      await userEvent.selectOptions(country(), code)
      const shown = document.querySelector('.select-shown')?.textContent ?? ''
      const read = readPhoneNumber(`${shown}${numberField().placeholder}`, code, [code])
      expect(read).toMatchObject({ ok: true, country: code })
    }
  })

  it('the list has only the countries of the deployment', async () => {
    await open(numberStep({ offered: ['TR', 'DE'] }))
    expect([...country().options].map(({ value }) => value)).toEqual(['DE', 'TR'])
  })
})

describe('the code', () => {
  it('the code has one field for one-time codes with a numeric keyboard, which a phone fills in at once (SM-04a, SM-04b)', async () => {
    await open(codeStep())
    expect(codeField().autocomplete).toBe('one-time-code')
    expect(codeField().inputMode).toBe('numeric')
    fireEvent.input(codeField(), { target: { value: '123456' } })
    expect(verified).toEqual(['123456'])
  })

  it.each(['SM-01', 'SM-02', 'SM-08'].flatMap((row) => reported(row)))(
    'the code pasted as $input becomes $expected ($id)',
    async ({ input, expected }) => {
      await open(codeStep())
      codeField().focus()
      await userEvent.paste(input)
      expect(codeField().value).toBe(expected)
      expect(verified).toEqual(expected.length === 6 ? [expected] : [])
    },
  )

  it('a code pasted in Arabic-Indic digits is confirmed in ASCII digits (SM-17a)', async () => {
    await open(codeStep())
    codeField().focus()
    await userEvent.paste('١٢٣٤٥٦')
    expect(codeField().value).toBe('123456')
    expect(verified).toEqual(['123456'])
  })

  it('a code typed in Arabic-Indic digits is confirmed in ASCII digits (SM-17b)', async () => {
    await open(codeStep())
    await userEvent.type(codeField(), '١٢٣٤٥٦')
    expect(codeField().value).toBe('123456')
    expect(verified).toEqual(['123456'])
  })

  it('the mouse wheel and the arrow keys do not change the code (SM-08b)', async () => {
    await open(codeStep())
    // A field of the type number would change its value.
    expect(codeField().type).toBe('text')
    await userEvent.type(codeField(), '01234')
    fireEvent.wheel(codeField(), { deltaY: 100 })
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowDown}{PageUp}')
    expect(codeField().value).toBe('01234')
  })

  it('the code field accepts only digits, and keeps a leading zero (SM-08c)', async () => {
    await open(codeStep())
    await userEvent.type(codeField(), '0e1+2-3.4')
    expect(codeField().value).toBe('01234')
    await userEvent.keyboard('{ArrowUp}5')
    expect(verified).toEqual(['012345'])
  })

  it.each([
    ['wrong', 'Try again! You entered the verification code incorrectly.'],
    ['expired', 'This code has expired. Please request a new one.'],
    ['required', 'Enter the six-digit code.'],
  ] as const)(
    'the error of the code (%s) is shown at its field, whose text is selected',
    async (error, message) => {
      const show = await open(codeStep())
      codeField().value = '123456'
      show(codeStep({ error, attempt: 1 }))
      expect(screen.getByText(message)).toBeTruthy()
      expect(document.activeElement).toBe(codeField())
      expect(codeField().selectionEnd).toBe(6)
      await userEvent.keyboard('6')
      expect(codeField().value).toBe('6')
      expect(codeField().getAttribute('aria-invalid')).toBeNull()
    },
  )

  it('the code step shows the phone number digit for digit and in one line (PH-22a, Ie)', async () => {
    await open(codeStep())
    expect(document.querySelector('output')?.textContent).toBe(
      'Your code has been sent to +90\u00a0555\u00a0000\u00a000\u00a001. Please check your inbox.',
    )
  })

  it('the code step shows the phone number in a Turkish sentence (Ie)', async () => {
    await open(codeStep(), 'tr')
    expect(document.querySelector('output')?.textContent).toBe(
      'Kodunuz +90\u00a0555\u00a0000\u00a000\u00a001 numarasına gönderildi. Lütfen gelen kutunuzu kontrol edin.',
    )
  })

  it('a code that was sent again is announced, although the sentence is the same (SM-13b)', async () => {
    const show = await open(codeStep())
    const status = document.querySelector('.sent output')
    const first = status?.firstElementChild
    expect(status?.textContent).toContain('Your code has been sent')
    show(codeStep(), true)
    expect(status?.firstElementChild).toBe(first)
    show(codeStep({ messages: 2 }))
    expect(status?.textContent).toContain('Your code has been sent')
    // A screen reader announces an element that is added to a region that was there before.
    expect(status?.firstElementChild).not.toBe(first)
    expect(document.querySelector('.sent output')).toBe(status)
  })

  it('the end of the wait for another code is announced, once for each message', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: 1_000_000 })
    const show = await open(codeStep({ resendAt: 1_060_000 }))
    const announcement = () => screen.getAllByRole('status').at(-1)?.textContent
    const wake = (now: number) => {
      vi.setSystemTime(now)
      act(() => void document.dispatchEvent(new Event('visibilitychange')))
    }
    expect(announcement()).toBe('')
    wake(1_060_000)
    expect(announcement()).toBe('You can request a new code now.')
    show(codeStep({ messages: 2, resendAt: 1_120_000 }))
    expect(announcement()).toBe('')
    wake(1_120_000)
    expect(announcement()).toBe('You can request a new code now.')
  })

  it('a code step that opens after the wait announces nothing', async () => {
    await open(codeStep())
    expect(screen.getAllByRole('status').at(-1)?.textContent).toBe('')
  })

  it('a wrong code is announced in a live region that was rendered before (AX-01b)', async () => {
    const show = await open(codeStep())
    const region = screen.getByRole('alert')
    expect(region.textContent).toBe('')
    show(codeStep({ error: 'wrong', attempt: 1 }))
    const message = 'Try again! You entered the verification code incorrectly.'
    expect(screen.getByText(message).closest('[role="alert"]')).toBe(region)
  })

  it.each([
    ['en', 'This code has expired. Please request a new one.', 'Resend code'],
    ['tr', 'Bu kodun süresi doldu. Lütfen yeni bir kod isteyin.', 'Kodu yeniden gönder'],
  ] as const)(
    'an expired code is reported in the language %s, beside a resend button that works (SM-09a)',
    async (language, message, name) => {
      await open(codeStep({ error: 'expired', attempt: 1 }), language)
      expect(screen.getByText(message)).toBeTruthy()
      await userEvent.click(screen.getByRole('button', { name }))
      expect(resent).toBe(1)
    },
  )

  it('a new code can be requested after each wait (SM-11b)', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: 1_000_000 })
    const show = await open(codeStep({ resendAt: 1_060_000 }))
    const resend = screen.getByRole('button', { name: 'Resend code' })
    for (const round of [1, 2, 3]) {
      fireEvent.click(resend)
      expect(resent).toBe(round - 1)
      vi.setSystemTime(1_000_000 + round * 60_000)
      act(() => void document.dispatchEvent(new Event('visibilitychange')))
      expect(resend.getAttribute('aria-disabled')).not.toBe('true')
      fireEvent.click(resend)
      expect(resent).toBe(round)
      show(codeStep({ messages: round + 1, resendAt: 1_060_000 + round * 60_000 }))
    }
  })

  it('no new code can be requested while the remaining time is shown (SM-13a)', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: 1_000_000 })
    await open(codeStep({ resendAt: 1_060_000 }))
    const resend = screen.getByRole('button', { name: 'Resend code' })
    expect(screen.getByText('You can request another code in 60 seconds.')).toBeTruthy()
    expect(resend.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(resend)
    expect(resent).toBe(0)
  })

  it('a new code can be requested when the wait is over by the clock, and empties the field (SM-08d, SM-10)', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: 1_000_000 })
    const show = await open(codeStep({ resendAt: 1_060_000 }))
    const resend = screen.getByRole('button', { name: 'Resend code' })
    expect(resend.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('You can request another code in 60 seconds.')).toBeTruthy()

    // The tab was asleep: no timer ran, and the clock continued.
    vi.setSystemTime(1_040_000)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    expect(screen.getByText('You can request another code in 20 seconds.')).toBeTruthy()

    vi.setSystemTime(1_060_000)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    fireEvent.click(resend)
    expect(resent).toBe(1)
    codeField().value = '123'
    show(codeStep({ messages: 2, resendAt: 1_120_000 }))
    expect(codeField().value).toBe('')
    expect(document.activeElement).toBe(codeField())
  })
})
