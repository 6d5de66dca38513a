import { expect, it } from 'vitest'
import { contactUrl, isContact } from './contact.ts'

it.each([
  'help@acme.example',
  'it-support+sign.in@mail.acme.example',
  'https://acme.example/help?topic=sign-in',
])('%s is a contact', (text) => {
  expect(isContact(text)).toBe(true)
})

it.each([
  'help',
  'help@acme',
  'help@acme.example?cc=x@evil.example',
  'a b@acme.example',
  'mailto:help@acme.example',
  'http://acme.example/help',
  'javascript:alert(1)',
  '',
])('%j is no contact', (text) => {
  expect(isContact(text)).toBe(false)
})

it('the link to an email address has a subject, and the one to a page is the page', () => {
  expect(contactUrl('help@acme.example', 'Reference: K7Q2-281430')).toBe(
    'mailto:help@acme.example?subject=Reference%3A%20K7Q2-281430',
  )
  expect(contactUrl('https://acme.example/help', 'K7Q2')).toBe('https://acme.example/help')
})
