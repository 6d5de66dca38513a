import { expect, it } from 'vitest'
import { encodePageData, readPageData } from './page-data.ts'
import type { PageData } from './page-data.ts'

/** The data attributes of the first element, as a browser has them: by their keys in camel case. */
function datasetIn(html: string): PageData {
  const attributes = /^<html((?: data-[a-z-]+="[^"]*")*)/.exec(html)?.[1] ?? ''
  return Object.fromEntries(
    [...attributes.matchAll(/ data-([a-z-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name.replace(/-[a-z]/g, (match) => match.charAt(1).toUpperCase()),
      value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    ]),
  )
}

const data: Required<PageData> = {
  gates: 'https://iap.googleapis.com https://a"b&.example',
  authOrigin: 'https://auth.example.com',
  lookup: 'https://www.googleapis.com/lookup?key=a&b',
  project: '{"projectId":"12345","authorizedDomains":["<html>"]}',
  config: '{"apiKey":"key"}',
  checkedAt: 'https://login.example.com',
  userLed: '',
  year: '2031',
  flow: '/assets/flow.js',
  screens: '/assets/screens.js',
  sdk: '/assets/sdk.js',
}

it('the page reads the page data that the server has encoded', () => {
  const html = encodePageData('<html lang="en"><html>', data)
  expect(readPageData({ dataset: datasetIn(html) })).toEqual(data)
  expect(html).toMatch(/ lang="en"><html>$/)
})

it('page data that is missing has no attribute', () => {
  expect(encodePageData('<html>', { lookup: undefined })).toBe('<html>')
})
