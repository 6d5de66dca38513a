import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { CodedError } from '../errors/coded-error.ts'
import { failureOf } from '../errors/failure.ts'
import type { SecondFactor } from '../identity/second-factor.ts'
import { phoneScreen, secondFactorScreen } from '../page/late-parts.tsx'
import type { FactorStep } from '../sign-in/screen.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { button, createTestPage } from '../testing/test-page.tsx'
import type { TestPage } from '../testing/test-page.tsx'

const phone: SecondFactor = { uid: 'p', kind: 'phone', name: null, phoneNumber: '+********0002' }
const app: SecondFactor = { uid: 'a', kind: 'totp', name: 'Work phone', phoneNumber: null }
const message = {
  name: 'verificationCode',
  verificationId: 'sent-1',
  phoneNumber: 'p',
  resendAt: 0,
  messages: 1,
  error: null,
  attempt: 0,
} as const

let page: TestPage

beforeEach(async () => {
  page = createTestPage()
  await secondFactorScreen.load()
})

const openAt = (step: FactorStep): Promise<void> =>
  page.openAt({ name: 'secondFactor', tenant: null, step })

describe('the screen of the second factor', () => {
  it('names each factor by the end of its number or by the name that the user gave it (K3b)', async () => {
    await openAt({ name: 'factorChoice', factors: [phone, app, { ...app, uid: 'b', name: null }] })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('One more step')
    const buttons = screen.getAllByRole('button')
    const press = (name: string) =>
      userEvent.click(buttons.find(({ textContent }) => textContent === name) ?? document.body)
    await press('Send a code to the phone number ending in 0002')
    await press('Enter the code from your authenticator app (Work phone)')
    await press('Enter the code from your authenticator app')
    expect(page.pressed).toEqual(['p', 'a', 'b'])
  })

  it.each([
    ['+1 ***-***-12 34', 'Send a code to the phone number ending in 1234'],
    ['+90 5•• ••• •• 02', 'Send a code to the phone number ending in 02'],
    ['+905551112233', 'Send a code to the phone number ending in 2233'],
    ['+90 (***) ***-**', 'Send a code to your phone'],
    ['+9055511122XX', 'Send a code to your phone'],
    [null, 'Send a code to your phone'],
  ])(
    'shows at most four digits of the number %s, whatever it is masked with (K3b)',
    async (phoneNumber, text) => {
      await openAt({ name: 'factorChoice', factors: [{ ...phone, phoneNumber }] })
      expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toContain(text)
    },
  )

  it('tells two phones with the same last digits apart by their names (K3b)', async () => {
    const factors = [phone, { ...phone, uid: 'q', name: 'Work' }]
    await openAt({ name: 'factorChoice', factors })
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toContain(
      'Send a code to the phone number ending in 0002 (Work)',
    )
  })

  it('sends the code of an app when it is complete, whatever else was pasted (K3b)', async () => {
    await openAt({ name: 'appCode', factor: app, error: null, attempt: 0, canChoose: true })
    const field = screen.getByRole('textbox', { name: 'Verification code' })
    expect(document.activeElement).toBe(field)
    await userEvent.paste('123 456')
    expect(page.pressed).toEqual(['123456'])
    await userEvent.click(button('Use another second step'))
    await userEvent.click(button('Back to sign-in options'))
    expect(page.pressed).toEqual(['123456', 'backToFactors', 'backToMethods'])
  })

  it('reports a wrong code of an app at the field (K3d)', async () => {
    await openAt({ name: 'appCode', factor: app, error: 'wrong', attempt: 1, canChoose: false })
    expect(
      screen.getByRole('textbox', {
        name: 'Verification code',
        description: /wrong or was used. Check it, or wait for the next one/,
      }),
    ).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Use another second step' })).toBeNull()
  })

  it('says where the text message was sent, without the whole number', async () => {
    await openAt({ name: 'messageCode', factor: phone, message, canChoose: false })
    expect(screen.getByText(/phone number ending in/).parentElement?.textContent).toBe(
      'Your code has been sent to the phone number ending in 0002. Please check your inbox.',
    )
    expect(screen.queryByRole('button', { name: 'Change the number' })).toBeNull()
  })

  it('says that the text message was sent, if the service hides the whole number', async () => {
    const factor = { ...phone, phoneNumber: '+*********' }
    await openAt({ name: 'messageCode', factor, message, canChoose: false })
    const sent = screen.queryByText(/^Your code has been sent/)?.textContent
    expect(sent).toBe('Your code has been sent to your phone. Please check your inbox.')
  })

  it('tells users who lost their phone whom to ask (K3d)', async () => {
    await openAt({ name: 'factorChoice', factors: [phone] })
    page.store.setState({ config: { ...demoConfig, help: { contact: 'help@acme.example' } } })
    screen.getByText('No access to your phone or your app? Please contact your manager.')
    const link = await screen.findByRole('link', { name: 'help@acme.example' })
    expect(link.getAttribute('href')).toBe('mailto:help@acme.example?subject=Second%20step%20lost')
  })

  it('lets the user choose the kind of a new factor (K3e)', async () => {
    await openAt({ name: 'newFactor', kinds: ['totp', 'phone'] })
    await userEvent.click(button('Use text messages'))
    await userEvent.click(button('Use an authenticator app'))
    expect(page.pressed).toEqual(['phone', 'totp'])
    expect(screen.queryByText(/No access to your phone/)).toBeNull()
  })

  it('shows the key of a new app in groups, and copies it without the spaces (K3e)', async () => {
    const user = userEvent.setup()
    await openAt({
      name: 'newApp',
      appName: null,
      secret: 'ABCDEFGHIJ',
      url: 'otpauth://totp/a?secret=ABCDEFGHIJ',
      qr: { path: 'M0 0h1v1h-1z', size: 1 },
      error: null,
      attempt: 0,
    })
    screen.getByRole('img', { name: 'QR code for your authenticator app' })
    screen.getByText('ABCD EFGH IJ')
    await user.click(button('Copy'))
    expect(await navigator.clipboard.readText()).toBe('ABCDEFGHIJ')
    expect(button('Copied')).toBeTruthy()
    await user.clear(screen.getByRole('textbox', { name: 'Name of this app' }))
    await user.type(screen.getByRole('textbox', { name: 'Name of this app' }), 'Ev')
    await user.type(screen.getByRole('textbox', { name: 'Verification code' }), '123456')
    expect(page.pressed).toEqual(['', 'E', 'Ev', '123456'])
    const link = screen.getByRole('link', { name: 'Open the app on this device' })
    expect(link.getAttribute('href')).toBe('otpauth://totp/a?secret=ABCDEFGHIJ')
  })

  it('asks for nothing to be scanned if there is no QR code', async () => {
    const url = 'otpauth://totp/a?secret=ABCDEFGHIJ'
    const secret = 'ABCDEFGHIJ'
    await openAt({ name: 'newApp', appName: null, secret, url, qr: null, error: null, attempt: 0 })
    screen.getByText(/^Enter the key below in your app\./)
    screen.getByText('Key for your app:')
    expect(screen.queryByText(/scan/i)).toBeNull()
  })

  it('asks for the number of a new phone as the phone sign-in does (K3e)', async () => {
    await phoneScreen.load()
    const phoneStep = {
      name: 'phoneNumber',
      offered: ['TR'],
      country: 'TR',
      typed: '',
      error: null,
      attempt: 0,
    } as const
    await openAt({ name: 'newPhone', phone: phoneStep })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Enter your phone number')
    expect(screen.getByRole('textbox', { name: 'Phone number' })).toBe(document.activeElement)
  })

  it('a rejection without a second factor offers to sign in again, with the same request (K3f)', async () => {
    window.history.replaceState(null, '', '/?mode=login&tid=acme&state=s')
    const failure = failureOf(new CodedError('second-factor-needed'), new Date(0))
    await page.openAt({ name: 'failure', failure })
    const link = screen.getByRole('link', { name: 'Sign in again' })
    expect(link.getAttribute('href')).toBe('/?mode=reauth&tid=acme&state=s')
    window.history.replaceState(null, '', '/')
  })

  it('after a reload, the sign-in buttons say why the sign-in starts again (K3d)', async () => {
    page.store.setState({ isInterrupted: true })
    await page.openAt(page.signInButtons)
    const [notice] = screen.getAllByRole('status')
    expect(notice?.textContent).toBe(
      'The page was reloaded before the second step was complete. Please sign in again.',
    )
  })
})
