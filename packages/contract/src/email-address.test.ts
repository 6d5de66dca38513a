import { describe, expect, it } from 'vitest'
import { emailKey, isSameEmail, needsSmtpUtf8, parseEmailAddress } from './email-address.ts'
import { boundaryValues } from './testing/boundary-values.ts'

const { valid, invalid } = boundaryValues.emailAddresses

describe('an email address', () => {
  it.each(valid)('the email address typed as %j becomes %s (D10c)', (typed, kept) => {
    expect(parseEmailAddress(typed)).toBe(kept)
    expect(parseEmailAddress(kept)).toBe(kept)
  })

  it.each(invalid)('the text %j is rejected as an email address', (typed) => {
    expect(parseEmailAddress(typed)).toBeNull()
  })

  it('both spellings of an internationalised domain are the same email address (D10c)', () => {
    expect(isSameEmail('a@пример.рф', 'a@xn--e1afmkfd.xn--p1ai')).toBe(true)
    expect(isSameEmail('a@münchen.example', 'A@mu\u0308nchen.EXAMPLE')).toBe(true)
    expect(isSameEmail('a@münchen.example', 'a@munchen.example')).toBe(false)
  })

  it('an email address in capitals is the same as in lower case, in any script (FM-02a)', () => {
    expect(isSameEmail('AYŞE@example.com', 'ayşe@example.com')).toBe(true)
    expect(isSameEmail('INFO@example.com', 'info@example.com')).toBe(true)
  })

  it('ASCII capitals in an email address become lower case, never a dotless i (TR-01a)', () => {
    expect(parseEmailAddress('INFO@EXAMPLE.COM')).toBe('info@example.com')
    expect(parseEmailAddress('Ilgin.IGDIR@EXAMPLE.COM')).toBe('ilgin.igdir@example.com')
  })

  it('the Turkish letters İ and ı in an email address are not i, since they belong to other mailboxes', () => {
    expect(isSameEmail('İnfo@example.com', 'info@example.com')).toBe(false)
    expect(isSameEmail('ınfo@example.com', 'info@example.com')).toBe(false)
    expect(isSameEmail('İnfo@example.com', 'ınfo@example.com')).toBe(false)
  })

  it('the domain that somebody else has verified is not taken for one without the dot above', () => {
    expect(isSameEmail('a@İSTANBUL.example', 'a@istanbul.example')).toBe(false)
  })

  it('an email address is the same as the identity service reports it, in lower case', () => {
    expect(isSameEmail('İnfo@example.com', 'İnfo@example.com'.toLowerCase())).toBe(true)
  })

  it('a text that is not an email address has a key too, so that rate limits count it', () => {
    expect(emailKey(' Nobody ')).toBe('nobody')
  })

  it('an email address whose local part is not ASCII needs a mail server with SMTPUTF8', () => {
    expect(needsSmtpUtf8('ayşe@example.com')).toBe(true)
    expect(needsSmtpUtf8('ayse@xn--mnchen-3ya.example')).toBe(false)
  })
})
