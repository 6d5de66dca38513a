import { describe, expect, it } from 'vitest'
import { emailKey, isSameEmail, needsSmtpUtf8, parseEmailAddress } from './email-address.ts'
import { boundaryValues } from './testing/boundary-values.ts'

const { valid, invalid } = boundaryValues.emailAddresses

describe('an email address', () => {
  it.each(valid)('typed as %j is kept as %s (D10c)', (typed, kept) => {
    expect(parseEmailAddress(typed)).toBe(kept)
    expect(parseEmailAddress(kept)).toBe(kept)
  })

  it.each(invalid)('rejects %j', (typed) => {
    expect(parseEmailAddress(typed)).toBeNull()
  })

  it('is the same in both spellings of an internationalised domain (D10c)', () => {
    expect(isSameEmail('a@пример.рф', 'a@xn--e1afmkfd.xn--p1ai')).toBe(true)
    expect(isSameEmail('a@münchen.example', 'A@mu\u0308nchen.EXAMPLE')).toBe(true)
    expect(isSameEmail('a@münchen.example', 'a@munchen.example')).toBe(false)
  })

  it('is the same in capitals and small letters of any script (FM-02a)', () => {
    expect(isSameEmail('AYŞE@example.com', 'ayşe@example.com')).toBe(true)
    expect(isSameEmail('INFO@example.com', 'info@example.com')).toBe(true)
  })

  it('has small letters for ASCII capitals, and no dotless i (TR-01a)', () => {
    expect(parseEmailAddress('INFO@EXAMPLE.COM')).toBe('info@example.com')
    expect(parseEmailAddress('Ilgin.IGDIR@EXAMPLE.COM')).toBe('ilgin.igdir@example.com')
  })

  it('tells the Turkish letters İ and ı from i, which are letters of other mailboxes', () => {
    expect(isSameEmail('İnfo@example.com', 'info@example.com')).toBe(false)
    expect(isSameEmail('ınfo@example.com', 'info@example.com')).toBe(false)
    expect(isSameEmail('İnfo@example.com', 'ınfo@example.com')).toBe(false)
  })

  it('is the same as the identity service reports it, which writes small letters', () => {
    expect(isSameEmail('İnfo@example.com', 'İnfo@example.com'.toLowerCase())).toBe(true)
  })

  it('has a key even where it is no address, so that a limit always counts something', () => {
    expect(emailKey(' Nobody ')).toBe('nobody')
  })

  it('needs a mail server with SMTPUTF8 when its local part is not ASCII', () => {
    expect(needsSmtpUtf8('ayşe@example.com')).toBe(true)
    expect(needsSmtpUtf8('ayse@xn--mnchen-3ya.example')).toBe(false)
  })
})
