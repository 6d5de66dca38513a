import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import english from '@foyer/messages/en/email-link.json'
import { createI18n } from '../language/i18n.ts'
import { I18nProvider } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { EmailLinkStep } from '../sign-in/email-link-step.ts'
import { EmailLinkScreen } from './email-link-screen.tsx'

let commands: unknown[][]
const run: RunCommand = (name, ...input) => {
  commands.push([name, ...input])
}
beforeEach(() => {
  commands = []
})

const waiting: EmailLinkStep = {
  name: 'emailLinkSent',
  email: 'elif@acme.example',
  resendAt: 0,
  mails: 1,
  error: null,
  attempt: 0,
}

async function open(first: EmailLinkStep) {
  const i18n = await createI18n('en', () => Promise.resolve(Response.json({})))
  i18n.addResourceBundle('en', 'email-link', english)
  const view = (step: EmailLinkStep) => (
    <I18nProvider i18n={i18n}>
      <EmailLinkScreen step={step} isBusy={false} run={run} />
    </I18nProvider>
  )
  const { rerender } = render(view(first))
  return { user: userEvent.setup(), change: (step: EmailLinkStep) => rerender(view(step)) }
}

describe('the field for the code from the other device', () => {
  it.each([
    ['digits with a space', '123 456'],
    ['a sentence that has other numbers', 'Valid for 15 minutes: 123456'],
    ['Arabic digits', '١٢٣٤٥٦'],
  ])('sends the code that is pasted: %s (K6d)', async (_, text) => {
    const { user } = await open(waiting)
    expect(document.activeElement).toBe(screen.getByLabelText('Code from the other device'))
    await user.paste(text)
    expect(commands).toEqual([['enterEmailLinkCode', '123456']])
  })

  it('says that a code is wrong until the user changes it', async () => {
    const { user, change } = await open(waiting)
    await user.paste('123456')
    change({ ...waiting, error: 'wrong', attempt: 1 })
    expect(screen.getByText(english.sent.wrong)).toBeTruthy()
    await user.keyboard('7')
    expect(screen.queryByText(english.sent.wrong)).toBeNull()
  })

  it('is emptied by another email, whose link has another code', async () => {
    const { user, change } = await open(waiting)
    await user.keyboard('123')
    change({ ...waiting, mails: 2 })
    expect(screen.getByLabelText('Code from the other device')).toHaveProperty('value', '')
  })
})
