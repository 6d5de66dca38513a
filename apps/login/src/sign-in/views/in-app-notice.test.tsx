import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import turkishInApp from '@foyer/messages/tr/in-app.json'
import turkishSignIn from '@foyer/messages/tr/sign-in.json'
import type { Language } from '../../language/choose-language.ts'
import { I18nProvider } from '../../language/use-translation.tsx'
import { createI18n } from '../../language/i18n.ts'
import { addInAppMessages } from './in-app-part.ts'
import { InAppNotice } from './in-app-notice.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

const asked = 'https://app.example.com/orders?id=7'

async function open(
  { opensOtherApps = true, applicationUrl = asked } = {},
  language: Language = 'en',
  isOnlyWay = false,
): Promise<void> {
  const i18n = await createI18n(language, (_language, part) =>
    Promise.resolve(Response.json(part === 'in-app' ? turkishInApp : turkishSignIn)),
  )
  await addInAppMessages(i18n)
  render(
    <I18nProvider i18n={i18n}>
      <InAppNotice
        inApp={{ opensOtherApps }}
        applicationUrl={applicationUrl}
        isOnlyWay={isOnlyWay}
      />
    </I18nProvider>,
  )
}

const copyButton = () => screen.getByRole('button', { name: 'Copy the link' })
const browserLink = () => screen.queryByRole('link', { name: 'Open in your browser' })

it('the in-app notice says that Google would refuse, in both languages (RD-06a)', async () => {
  await open()
  expect(screen.getByRole('region').textContent).toContain('or choose another way below')
  cleanup()
  await open({}, 'tr')
  expect(screen.getByRole('region', { name: /başka bir uygulama/ })).toBeTruthy()
})

it('the in-app notice mentions no other method if there is none', async () => {
  await open({}, 'en', true)
  expect(screen.getByRole('region').textContent).not.toContain('another way')
})

it('the in-app notice has a link that opens the same request in the browser (RD-06a)', async () => {
  await open()
  await vi.waitFor(() =>
    expect(browserLink()?.getAttribute('href')).toMatch(
      /^intent:\/\/app\.example\.com\/orders\?id=7#Intent;scheme=https;/,
    ),
  )
})

it('the in-app notice has a link to the start of the application if the original URL is unknown', async () => {
  await open({ applicationUrl: 'https://app.example.com/' })
  expect(browserLink()?.getAttribute('href')).toMatch(/^intent:\/\/app\.example\.com\/#Intent/)
})

it('the in-app notice has no link if it would lead nowhere', async () => {
  await open({ opensOtherApps: false })
  expect(browserLink()).toBeNull()
  expect(copyButton()).toBeTruthy()
})

it('the in-app notice copies the link and says so', async () => {
  const user = userEvent.setup()
  await open()
  await vi.waitFor(() => expect(browserLink()?.getAttribute('href')).toContain('orders'))
  await user.click(copyButton())
  expect(screen.getByRole('status').textContent).toContain('copied')
  await expect(navigator.clipboard.readText()).resolves.toBe(asked)
})

it('the in-app notice shows the link, selected, if the app has no clipboard', async () => {
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('denied'))
  await open()
  await vi.waitFor(() => expect(browserLink()?.getAttribute('href')).toContain('orders'))
  await user.click(copyButton())
  const field = await screen.findByRole<HTMLInputElement>('textbox', {
    name: 'Link to your application',
  })
  expect(field.value).toBe(asked)
  expect(document.activeElement).toBe(field)
  expect(field.selectionEnd).toBe(asked.length)
})
