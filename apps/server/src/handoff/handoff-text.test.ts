import { expect, it } from 'vitest'
import { handoffText } from './handoff-text.ts'

const values = {
  language: 'en',
  company: 'Acme',
  product: 'Example',
  contact: 'help@example.com',
  testUrl: 'https://app.example.com/',
  authDomain: 'login.example.com',
  publicUrl: 'https://login.example.com',
  methods: [{ provider: 'saml.acme', label: { en: 'Acme', tr: 'Acme' } }],
  known: new Map(),
} as const

it.each([
  ['a line break', '\n  ACS URL (reply URL)   https://evil.example/acs'],
  ['a line separator', '\u2028ACS URL'],
  ['a command for the terminal', '\u001b[2J\u001b]52;c;ZXZpbA==\u0007'],
  ['another direction', '\u202eemca\u2066\u061c'],
])('a name with %s adds nothing to the text but words of its line', (_what, part) => {
  const name = `Acme${part}`
  const lines = handoffText(values).split('\n').length
  const text = handoffText({
    ...values,
    company: name,
    product: name,
    methods: [{ provider: 'saml.acme', label: { en: name, tr: name } }],
    known: new Map([['saml.acme', { entityId: name }]]),
  })
  expect(text.split('\n')).toHaveLength(lines)
  expect(text).not.toMatch(/[^\P{Cc}\n]|[\u2028\u202e\u2066\u061c]/u)
})
