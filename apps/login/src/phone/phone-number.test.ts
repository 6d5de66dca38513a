import { describe, expect, it } from 'vitest'
import { getCountries } from 'libphonenumber-js/min'
import type { CountryCode } from 'libphonenumber-js/min'
import { readPhoneNumber } from './phone-number.ts'

const wanted = '+905550000001'

const read = (text: string, chosen: CountryCode, offered = getCountries()) =>
  readPhoneNumber(text, chosen, offered)

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
      expect(read(text, 'TR')).toMatchObject({ ok: true, e164: wanted, country: 'TR' })
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
      expect(read(text, chosen)).toMatchObject({ ok: true, e164, country })
    },
  )

  it.each([
    ['1512 3456789', 'DE', '+4915123456789'],
    ['01512 3456789', 'DE', '+4915123456789'],
    ['+4915123456789', 'TR', '+4915123456789'],
    ['4915123456789', 'DE', '+4915123456789'],
    ['(11) 96123-4567', 'BR', '+5511961234567'],
    ['0 21 11 96123-4567', 'BR', '+5511961234567'],
    ['138 1234 5678', 'CN', '+8613812345678'],
    ['86 138 1234 5678', 'CN', '+8613812345678'],
    ['0812-3456-78901', 'ID', '+62812345678901'],
    ['62 812-3456-78901', 'ID', '+62812345678901'],
    ['011 15-2345-6789', 'AR', '+5491123456789'],
    ['+54 9 11 2345 6789', 'AR', '+5491123456789'],
    ['+54 11 15 2345 6789', 'TR', '+5491123456789'],
    ['55 1234 5678', 'MX', '+525512345678'],
    ['01 55 1234 5678', 'MX', '+525512345678'],
    ['044 55 1234 5678', 'MX', '+525512345678'],
    ['045 55 1234 5678', 'MX', '+525512345678'],
    ['+52 1 55 1234 5678', 'MX', '+525512345678'],
    ['0052 1 55 1234 5678', 'TR', '+525512345678'],
    ['52 1 55 1234 5678', 'MX', '+525512345678'],
    ['82 10 1234 5678', 'KR', '+821012345678'],
    ['81 90 1234 5678', 'JP', '+819012345678'],
  ] as const)(
    '%s, with %s chosen, goes out as %s, however many digits its country has and by whatever habit it is written (D9)',
    (text, chosen, e164) => {
      expect(read(text, chosen)).toMatchObject({ ok: true, e164 })
    },
  )

  it('of a kind that no list knows yet is left to the identity service (PH-21)', () => {
    expect(read('0560 000 00 01', 'TR')).toMatchObject({ e164: '+905600000001' })
  })

  it.each(['', ' ', '\u200B', '\uFE0F', '\u00A0\u00AD\u202C'])(
    '%j shows nothing, and is required (D9)',
    (text) => {
      expect(read(text, 'TR')).toEqual({ ok: false, fault: 'required', country: 'TR' })
    },
  )

  it.each([
    'abc',
    '+',
    '-',
    '()',
    'tel:',
    '☎',
    '+0905550000001',
    '12',
    '555 000',
    '+90 555',
    '+999 5550000001',
    '0',
    '000000000000',
  ])('%s is invalid (D9, PH-07, PH-24)', (text) => {
    expect(read(text, 'TR')).toEqual({ ok: false, fault: 'invalid', country: 'TR' })
  })

  it.each([
    ['55500000012', 'TR', 'TR'],
    ['+90 555 000 00 012', 'TR', 'TR'],
    ['380000000000000000', 'TR', 'TR'],
    ['+49151234567890', 'TR', 'DE'],
    ['+4915123456789012345678', 'TR', 'DE'],
    ['1512 34567890', 'DE', 'DE'],
    ['(11) 96123-45678', 'BR', 'BR'],
    ['5'.repeat(500), 'TR', 'TR'],
  ] as const)(
    '%s, with %s chosen, is over the limit of %s and is never cut (H4, D9, PH-16, PH-24)',
    (text, chosen, country) => {
      expect(read(text, chosen)).toEqual({ ok: false, fault: 'too-long', country })
    },
  )
})

describe('where the deployment offers some countries alone', () => {
  const offered: CountryCode[] = ['DE', 'GB', 'TR', 'US']

  it.each([
    '+5511961234567',
    '005511961234567',
    '+55',
    '+5511961234567890123456',
    '+1 604 555 0123',
    '+44 7911 123456',
    '+88161234567',
    '+800 1234 5678',
  ])(
    'a number of another country is said to be of none that is offered, and the chosen country stays: %s (D9)',
    (text) => {
      expect(read(text, 'TR', offered)).toEqual({
        ok: false,
        fault: 'not-offered',
        country: 'TR',
      })
    },
  )

  it.each([
    ['+1 555 555 0199', 'TR', 'US'],
    ['+49 1512 3456789', 'TR', 'DE'],
    ['604 555 0123', 'US', 'US'],
  ] as const)('%s, with %s chosen, is of %s, which is offered (D9)', (text, chosen, country) => {
    expect(read(text, chosen, offered)).toMatchObject({ ok: true, country })
  })
})
