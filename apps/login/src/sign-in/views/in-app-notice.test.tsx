import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import turkishSignIn from '@foyer/messages/tr/sign-in.json'
import type { Language } from '../../language/choose-language.ts'
import { WordsProvider } from '../../language/use-translation.tsx'
import { createWords } from '../../language/words.ts'
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
  const words = await createWords(language, () => Promise.resolve(Response.json(turkishSignIn)))
  render(
    <WordsProvider words={words}>
      <InAppNotice
        inApp={{ opensOtherApps }}
        applicationUrl={applicationUrl}
        isOnlyWay={isOnlyWay}
      />
    </WordsProvider>,
  )
}

const copyButton = () => screen.getByRole('button', { name: 'Copy the link' })
const browserLink = () => screen.queryByRole('link', { name: 'Open in your browser' })

it('says what Google would, in both languages (RD-06a)', async () => {
  await open()
  expect(screen.getByRole('region').textContent).toContain('or choose another way below')
  cleanup()
  await open({}, 'tr')
  expect(screen.getByRole('region', { name: /Başka bir uygulama/ })).toBeTruthy()
})

it('speaks of no other way where there is none', async () => {
  await open({}, 'en', true)
  expect(screen.getByRole('region').textContent).not.toContain('another way')
})

it('leads into the browser, to what the user asked for (RD-06a)', async () => {
  await open()
  await vi.waitFor(() =>
    expect(browserLink()?.getAttribute('href')).toMatch(
      /^intent:\/\/app\.example\.com\/orders\?id=7#Intent;scheme=https;/,
    ),
  )
})

it('leads to the start of the application where no more is known', async () => {
  await open({ applicationUrl: 'https://app.example.com/' })
  expect(browserLink()?.getAttribute('href')).toMatch(/^intent:\/\/app\.example\.com\/#Intent/)
})

it('has no such link where it would lead nowhere', async () => {
  await open({ opensOtherApps: false })
  expect(browserLink()).toBeNull()
  expect(copyButton()).toBeTruthy()
})

it('copies the link, and says so', async () => {
  const user = userEvent.setup()
  await open()
  await vi.waitFor(() => expect(browserLink()?.getAttribute('href')).toContain('orders'))
  await user.click(copyButton())
  expect(screen.getByRole('status').textContent).toContain('copied')
  await expect(navigator.clipboard.readText()).resolves.toBe(asked)
})

it('shows the link, selected, where an app lends no clipboard', async () => {
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
