import { expect, it } from 'vitest'
import { createSettings } from '../testing/settings-fixture.ts'
import { tellPage } from './tell-page.ts'

const html = '<!doctype html>\n<html lang="en"><body></body></html>'

it('the page is told its key and the gates that its policy lets it call', () => {
  const { config } = createSettings()
  expect(tellPage(html, { config, gateOrigins: ['https://app.example.com'] })).toBe(
    `<!doctype html>\n<html data-api-key="${config.apiKey}" data-gates="https://iap.googleapis.com https://app.example.com" lang="en"><body></body></html>`,
  )
})

it('what it is told ends no attribute', () => {
  const config = {
    ...createSettings().config,
    apiKey: 'a"b&$&',
    emulatorUrl: 'http://localhost:4000',
  }
  expect(tellPage(html, { config, gateOrigins: [] })).toContain(
    '<html data-api-key="a&quot;b&amp;$&amp;" data-emulator-url="http://localhost:4000" data-gates="https://iap.googleapis.com" lang="en">',
  )
})
