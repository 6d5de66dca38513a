import { expect, it } from 'vitest'
import { browserIntentFor } from './browser-intent.ts'

const end = 'action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end'

it.each([
  ['https://app.example.com/', `intent://app.example.com/#Intent;scheme=https;${end}`],
  [
    'http://localhost:4100/a?b=%20;c#d',
    `intent://localhost:4100/a?b=%20;c#d#Intent;scheme=http;${end}`,
  ],
])('%s is opened in the browser with its whole URL', (url, intent) => {
  expect(browserIntentFor(url)).toBe(intent)
})
