import { describe, expect, it } from 'vitest'
import { readPhoneNumber } from './phone-number.ts'

const wanted = '+905550000001'

describe('a phone number', () => {
  it.each([
    ['+90 (555) 000 00 01', 'PH-01'],
    ['+905550000001', 'PH-01'],
    ['05550000001', 'PH-02'],
    ['5550000001', 'PH-03'],
    ['+90+905550000001', 'PH-05'],
    ['++905550000001', 'PH-05'],
    ['0090 (555) 000-00-01', 'PH-06'],
    ['00905550000001', 'PH-06'],
    ['0555 000 00 01', 'PH-08'],
    ['+90 0555 000 00 01', 'PH-08'],
    ['+9005550000001', 'PH-08'],
    ['905550000001', 'PH-10'],
    ['90 555 000 00 01', 'PH-10'],
    ['٠٥٥٥٠٠٠٠٠٠١', 'PH-11'],
    ['۰۵۵۵۰۰۰۰۰۰۱', 'PH-11'],
    ['０５５５００００００１', 'PH-12'],
    ['＋９０５５５００００００１', 'PH-12'],
    ['+90\uFE0F5550000001', 'PH-13'],
    ['\u202A+90 555 000 00 01\u202C', 'PH-14'],
    ['\u202D+905550000001\u202C', 'PH-14'],
    ['0555\u00A0000\u00A000\u00A001', 'PH-14'],
    ['0555\u00AD0000001', 'PH-14'],
    ['0555\u2011000\u201100\u201101', 'PH-14'],
    ['(0555) 000 00 01', 'PH-23'],
    ['tel:+90-555-000-00-01', 'a link'],
  ])(
    '%s, with Türkiye chosen, is the one meant: %s (D9, PH-01, PH-02, PH-03, PH-05, PH-06, PH-08, PH-10, PH-11, PH-12, PH-13, PH-14, PH-23)',
    (text) => {
      expect(readPhoneNumber(text, 'TR')).toEqual({ ok: true, e164: wanted, country: 'TR' })
    },
  )

  it.each([
    ['+49 1512 345678', 'TR', '+491512345678', 'DE'],
    ['0049 1512 345678', 'TR', '+491512345678', 'DE'],
    ['+44 7400 123456', 'TR', '+447400123456', 'GB'],
    ['1512 345678', 'DE', '+491512345678', 'DE'],
    ['+1 (604) 555-0123', 'US', '+16045550123', 'US'],
    ['+1 (604) 555-0123', 'TR', '+16045550123', 'CA'],
    ['436641234567', 'AT', '+436641234567', 'AT'],
    ['00 90 555 000 00 01', 'DE', '+905550000001', 'TR'],
  ] as const)(
    '%s, with %s chosen, is %s of %s (PH-02, PH-10, PH-22)',
    (text, chosen, e164, country) => {
      expect(readPhoneNumber(text, chosen)).toEqual({ ok: true, e164, country })
    },
  )

  it('of a kind that no list knows yet is left to the identity service (PH-21)', () => {
    expect(readPhoneNumber('0560 000 00 01', 'TR')).toMatchObject({ e164: '+905600000001' })
  })

  it.each(['', ' ', '+', '\u200B', '-', 'abc'])('%j is none at all', (text) => {
    expect(readPhoneNumber(text, 'TR')).toEqual({ ok: false, fault: 'required', country: 'TR' })
  })

  it.each(['+0905550000001', '12', '555 000', '+90 555', '+999 5550000001', '0', '000000000000'])(
    '%s is invalid (PH-07, PH-24)',
    (text) => {
      expect(readPhoneNumber(text, 'TR')).toMatchObject({ ok: false, fault: 'invalid' })
    },
  )

  it.each([
    ['55500000012', 'TR'],
    ['+90 555 000 00 012', 'TR'],
    ['380000000000000000', 'TR'],
    ['+4915123456789', 'TR'],
    ['1512 3456789', 'DE'],
    ['5'.repeat(500), 'TR'],
  ] as const)(
    '%s, with %s chosen, is over the limit of ten and is never cut (H4, D9, PH-16, PH-24)',
    (text, chosen) => {
      expect(readPhoneNumber(text, chosen)).toMatchObject({ ok: false, fault: 'too-long' })
    },
  )

  it('tells of which country a number over the limit is', () => {
    expect(readPhoneNumber('+4915123456789', 'TR').country).toBe('DE')
  })
})
