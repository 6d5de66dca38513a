import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import english from '@foyer/messages/en/discovery.json'
import turkish from '@foyer/messages/tr/discovery.json'
import turkishSignIn from '@foyer/messages/tr/sign-in.json'
import type { Language } from '../language/choose-language.ts'
import { createI18n } from '../language/i18n.ts'
import { I18nProvider } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { CompanyStep } from '../sign-in/company-step.ts'
import { FindCompanyScreen } from './find-company-screen.tsx'

let commands: unknown[][]
const run: RunCommand = (name, ...input) => {
  commands.push([name, ...input])
}
beforeEach(() => {
  commands = []
})

const address: CompanyStep = {
  name: 'companyAddress',
  typed: '',
  error: null,
  attempt: 0,
  last: null,
}
const code: CompanyStep = {
  name: 'companyCode',
  email: 'elif@acme.example',
  resendAt: 0,
  mails: 1,
  error: null,
  attempt: 0,
}

async function open(first: CompanyStep, language: Language = 'en') {
  const i18n = await createI18n(language, () => Promise.resolve(Response.json(turkishSignIn)))
  i18n.addResourceBundle('en', 'discovery', english)
  i18n.addResourceBundle('tr', 'discovery', turkish)
  const view = (step: CompanyStep) => (
    <I18nProvider i18n={i18n}>
      <FindCompanyScreen step={step} isBusy={false} run={run} />
    </I18nProvider>
  )
  const { rerender } = render(view(first))
  return { user: userEvent.setup(), change: (step: CompanyStep) => rerender(view(step)) }
}

describe('the field for the work email', () => {
  it('the field has the focus, and Enter sends what was typed', async () => {
    const { user } = await open(address)
    expect(document.activeElement).toBe(screen.getByLabelText('Work email'))
    await user.keyboard('elif@acme.example{Enter}')
    expect(commands).toEqual([['findCompany', 'elif@acme.example']])
  })

  it('after a rejected attempt it has the focus, the text and the error', async () => {
    const { change } = await open(address)
    change({ ...address, typed: 'elif', error: 'invalid', attempt: 1 })
    const field = screen.getByLabelText('Work email')
    expect(document.activeElement).toBe(field)
    expect(field).toHaveProperty('value', 'elif')
    expect(screen.getByRole('alert').textContent).toBe('Enter it as name@company.com.')
  })

  it('the company used last is a button above it, and has the focus', async () => {
    const { user } = await open({ ...address, last: { id: 'acme', name: 'Acme' } })
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Acme' }))
    expect(screen.getByLabelText('Work email of another company')).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(commands).toEqual([['chooseTenant', 'acme']])
  })
})

describe('the field for the code from the email', () => {
  it('six digits are sent without a press, in any usual form', async () => {
    const { user } = await open(code)
    expect(document.activeElement).toBe(screen.getByLabelText('Code from the email'))
    await user.paste('１２３ 456')
    expect(commands).toEqual([['enterCompanyCode', '123456']])
  })

  it('the code is found in a pasted sentence that has other numbers', async () => {
    const { user } = await open(code)
    await user.paste('Portal 24: 123456, for 10 minutes')
    expect(commands).toEqual([['enterCompanyCode', '123456']])
  })

  it('a wrong code is reported and selected, and the message disappears with the next input', async () => {
    const { user, change } = await open(code)
    await user.keyboard('123456')
    change({ ...code, error: 'wrong', attempt: 1 })
    expect(screen.getByText('This is not the code. Use the one in the latest email.')).toBeTruthy()
    await user.keyboard('6')
    expect(screen.getByLabelText('Code from the email')).toHaveProperty('value', '6')
    expect(screen.queryByText('This is not the code. Use the one in the latest email.')).toBeNull()
  })

  it('another email empties the field', async () => {
    const { user, change } = await open(code)
    await user.keyboard('123')
    change({ ...code, mails: 2 })
    expect(screen.getByLabelText('Code from the email')).toHaveProperty('value', '')
  })

  it('another email can be requested, and the email address changed, in Turkish', async () => {
    const { user } = await open(code, 'tr')
    await user.click(screen.getByRole('button', { name: 'Yeniden gönder' }))
    await user.click(screen.getByRole('button', { name: 'E-posta adresini değiştir' }))
    expect(commands).toEqual([['sendCompanyCodeAgain'], ['editCompanyAddress']])
  })
})
