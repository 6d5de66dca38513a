import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { WordsProvider } from '../../language/use-translation.tsx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import english from '../../../public/locales/en/phone.json'
import turkish from '../../../public/locales/tr/phone.json'
import turkishSignIn from '../../../public/locales/tr/sign-in.json'
import type { Language } from '../../language/choose-language.ts'
import { createWords } from '../../language/words.ts'
import { offeredCountries } from '../../phone/countries.ts'
import type { PhoneStep } from '../../phone/phone-step.ts'
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

const numberStep = (change: Partial<NumberStep> = {}): NumberStep => ({
  name: 'phoneNumber',
  offered: offeredCountries(),
  country: 'TR',
  typed: '',
  fault: null,
  attempt: 0,
  send: (text, country) => sent.push([text, country]),
  ...change,
})

const codeStep = (change: Partial<CodeStep> = {}): CodeStep => ({
  name: 'verificationCode',
  phoneNumber: '+905550000001',
  resendAt: 0,
  messages: 1,
  fault: null,
  attempt: 0,
  verify: (code) => verified.push(code),
  resend: () => {
    resent += 1
  },
  editNumber() {},
  ...change,
})

async function open(step: PhoneStep, language: Language = 'en') {
  const words = await createWords(language, () => Promise.resolve(Response.json(turkishSignIn)))
  words.addResourceBundle('en', 'phone', english)
  words.addResourceBundle('tr', 'phone', turkish)
  const page = (shown: PhoneStep, isBusy = false) => (
    <StrictMode>
      <WordsProvider words={words}>
        <PhoneScreen step={shown} isBusy={isBusy} onBack={() => {}} />
      </WordsProvider>
    </StrictMode>
  )
  const { rerender } = render(page(step))
  return (shown: PhoneStep, isBusy = false) => act(() => rerender(page(shown, isBusy)))
}

const numberField = () => screen.getByLabelText<HTMLInputElement>('Phone number')
const codeField = () => screen.getByLabelText<HTMLInputElement>('Verification code')
const country = () => screen.getByLabelText<HTMLSelectElement>('Country code')

describe('the number', () => {
  it('is asked for in Turkish with Turkey first (D9, I)', async () => {
    await open(numberStep(), 'tr')
    const select = screen.getByLabelText<HTMLSelectElement>('Ülke kodu')
    expect(select.options[0]?.text).toBe('Türkiye (+90)')
    expect(screen.getByLabelText('Telefon numarası')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Kod gönder' })).toBeTruthy()
  })

  it('is sent with the chosen country, by Enter', async () => {
    await open(numberStep())
    await userEvent.selectOptions(country(), 'DE')
    await userEvent.type(numberField(), '1512 345678{Enter}')
    expect(sent).toEqual([['1512 345678', 'DE']])
  })

  it('that a browser filled in without a word is what is sent (FM-10)', async () => {
    await open(numberStep())
    numberField().value = '+905550000001'
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }))
    expect(sent).toEqual([['+905550000001', 'TR']])
  })

  it('chooses its country where it names one, and never else (PH-02)', async () => {
    await open(numberStep())
    fireEvent.input(numberField(), { target: { value: '4915123456' } })
    expect(country().value).toBe('TR')
    fireEvent.input(numberField(), { target: { value: '+49 1512 345678' } })
    expect(country().value).toBe('DE')
    expect(numberField().value).toBe('+49 1512 345678')
  })

  it('chooses no country that there is none to choose of (D9)', async () => {
    await open(numberStep({ offered: ['DE', 'TR'] }))
    fireEvent.input(numberField(), { target: { value: '+44 7400 123456' } })
    expect(country().value).toBe('TR')
  })

  it('leaves the country that was named before to the country that is chosen after it (D9)', async () => {
    await open(numberStep())
    fireEvent.input(numberField(), { target: { value: '+90 555 000 00 01' } })
    await userEvent.selectOptions(country(), 'DE')
    expect(numberField().value).toBe('5550000001')
    expect(country().value).toBe('DE')
  })

  it('is shown in our digits as it is typed (PH-11)', async () => {
    await open(numberStep())
    await userEvent.type(numberField(), '٠٥٥٥')
    expect(numberField().value).toBe('0555')
  })

  it('keeps the caret where it is edited (PH-18)', async () => {
    await open(numberStep({ typed: '+90 555 000 00 01' }))
    const field = numberField()
    field.focus()
    field.setSelectionRange(5, 7)
    await userEvent.keyboard('32')
    expect(field.value).toBe('+90 532 000 00 01')
    expect(field.selectionStart).toBe(7)
  })

  it('is never cut, whatever its length (PH-16, PH-17)', async () => {
    await open(numberStep())
    await userEvent.type(numberField(), '+90 (555) 000 - 00 - 01')
    expect(numberField().value).toBe('+90 (555) 000 - 00 - 01')
  })

  it.each([
    ['required', 'Required'],
    ['invalid', 'Invalid Phone Number'],
    ['too-long', '10 character limitation'],
    ['not-offered', 'This country is not offered. Enter a number of a country in the list.'],
  ] as const)(
    'at fault (%s) is told at the field, which has the focus (D9, AX-02)',
    async (fault, message) => {
      const show = await open(numberStep())
      show(numberStep({ fault, attempt: 1, typed: '12' }))
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

  it.each([
    ['en', 'TR', '10 character limitation'],
    ['en', 'DE', '11 character limitation'],
    ['tr', 'TR', 'En fazla 10 karakter'],
    ['tr', 'ID', 'En fazla 12 karakter'],
  ] as const)(
    'over the limit is told, in %s, the limit of its own country, %s (D9, I)',
    async (language, code, message) => {
      await open(numberStep({ fault: 'too-long', country: code, attempt: 1 }), language)
      expect(screen.getByText(message)).toBeTruthy()
    },
  )

  it('stops being over the limit where a country with longer numbers is chosen (D9)', async () => {
    await open(numberStep({ fault: 'too-long', typed: '15123456789', attempt: 1 }))
    await userEvent.selectOptions(country(), 'DE')
    expect(numberField().getAttribute('aria-invalid')).toBeNull()
  })

  it('has an example that can be dialled after the code (PH-09)', async () => {
    await open(numberStep())
    expect(numberField().placeholder).toMatch(/^5/)
  })

  it('offers the countries of the deployment alone', async () => {
    await open(numberStep({ offered: ['TR', 'DE'] }))
    expect([...country().options].map(({ value }) => value)).toEqual(['DE', 'TR'])
  })
})

describe('the code', () => {
  it('is one field that a phone fills in at once (SM-04)', async () => {
    await open(codeStep())
    expect(codeField().autocomplete).toBe('one-time-code')
    expect(codeField().inputMode).toBe('numeric')
    fireEvent.input(codeField(), { target: { value: '123456' } })
    expect(verified).toEqual(['123456'])
  })

  it.each(['123-456', '1 2 3 4 5 6', '123456\n', '١٢٣٤٥٦'])(
    'pasted as %j is cleaned, and submits itself (SM-01, SM-02, SM-17)',
    async (text) => {
      await open(codeStep())
      codeField().focus()
      await userEvent.paste(text)
      expect(codeField().value).toBe('123456')
      expect(verified).toEqual(['123456'])
    },
  )

  it('takes digits alone, and keeps a leading zero (SM-08)', async () => {
    await open(codeStep())
    await userEvent.type(codeField(), '0e1+2-3.4')
    expect(codeField().value).toBe('01234')
    await userEvent.keyboard('{ArrowUp}5')
    expect(verified).toEqual(['012345'])
  })

  it.each([
    ['wrong', 'Try again! You entered the verification code incorrectly.'],
    ['expired', 'This code has expired. Please request a new one.'],
    ['required', 'Enter the six digits of the code.'],
  ] as const)(
    'at fault (%s) is told at the field, ready to be typed over',
    async (fault, message) => {
      const show = await open(codeStep())
      codeField().value = '123456'
      show(codeStep({ fault, attempt: 1 }))
      expect(screen.getByText(message)).toBeTruthy()
      expect(document.activeElement).toBe(codeField())
      expect(codeField().selectionEnd).toBe(6)
      await userEvent.keyboard('6')
      expect(codeField().value).toBe('6')
      expect(codeField().getAttribute('aria-invalid')).toBeNull()
    },
  )

  it('says where it was sent, digit for digit and in one line (G2, PH-22)', async () => {
    await open(codeStep())
    expect(document.querySelector('output')?.textContent).toBe(
      'Your code has been sent to +90\u00a0555\u00a0000\u00a000\u00a001. Please check your inbox.',
    )
  })

  it('can be asked for again once the wait is over, and empties the field (SM-08, SM-10)', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, now: 1_000_000 })
    const show = await open(codeStep({ resendAt: 1_060_000 }))
    const resend = screen.getByRole('button', { name: 'Resend code' })
    expect(resend.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByText('You can request another code in 60 seconds.')).toBeTruthy()

    // The tab was asleep: no tick came, and the clock went on.
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
