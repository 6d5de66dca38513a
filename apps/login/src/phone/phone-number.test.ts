import { reported } from '@foyer/claims'
import { describe, expect, it } from 'vitest'
import { getCountries } from 'libphonenumber-js/min'
import type { CountryCode } from 'libphonenumber-js/min'
import { readPhoneNumber } from './phone-number.ts'

const wanted = '+905550000001'

const read = (text: string, chosen: CountryCode, offered = getCountries()) =>
  readPhoneNumber(text, chosen, offered)

describe('a phone number', () => {
  const rows = ['01', '02', '05', '06', '08', '10', '11', '12', '13', '14', '16', '21', '23']
  const cases = rows.flatMap((row) =>
    reported<{ typed: string; country: CountryCode }>(`PH-${row}`),
  )

  it.each(cases)(
    'a phone number typed as "$input.typed", with $input.country chosen, is sent as $expected ($id)',
    ({ input, expected }) => {
      expect(read(input.typed, input.country)).toMatchObject({ ok: true, e164: expected })
    },
  )

  it('a phone number typed in any of these ways is sent in E.164 (PH-23a)', () => {
    for (const { input } of cases) {
      const number = read(input.typed, input.country)
      expect(number.ok && number.e164).toMatch(/^\+[1-9]\d{6,14}$/)
    }
  })

  it.each(['5550000001', 'tel:+90-555-000-00-01'])(
    'the phone number %s, with Türkiye chosen, is the Turkish one (D9f)',
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
    'the phone number %s, with %s chosen, is %s of %s (D9f)',
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
    'the phone number %s, with %s chosen, is sent as %s, in any usual form and with any number of digits (D9f)',
    (text, chosen, e164) => {
      expect(read(text, chosen)).toMatchObject({ ok: true, e164 })
    },
  )

  it.each(['', ' ', '\u200B', '\uFE0F', '\u00A0\u00AD\u202C'])(
    'a phone number of invisible characters (%j) is required (D9a)',
    (text) => {
      expect(read(text, 'TR')).toEqual({ ok: false, error: 'required', country: 'TR' })
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
  ])('the phone number %s is invalid (D9b)', (text) => {
    expect(read(text, 'TR')).toEqual({ ok: false, error: 'invalid', country: 'TR' })
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
    'the phone number %s, with %s chosen, is over the limit of %s and is never cut (D9c, D9g)',
    (text, chosen, country) => {
      expect(read(text, chosen)).toEqual({ ok: false, error: 'too-long', country })
    },
  )
})

describe('a deployment that offers some countries', () => {
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
    'a phone number of a country that is not offered is rejected, and the chosen country stays: %s (D9h)',
    (text) => {
      expect(read(text, 'TR', offered)).toEqual({
        ok: false,
        error: 'not-offered',
        country: 'TR',
      })
    },
  )

  it.each([
    ['+1 555 555 0199', 'TR', 'US'],
    ['+49 1512 3456789', 'TR', 'DE'],
    ['604 555 0123', 'US', 'US'],
  ] as const)(
    'the phone number %s, with %s chosen, belongs to %s, which is offered',
    (text, chosen, country) => {
      expect(read(text, chosen, offered)).toMatchObject({ ok: true, country })
    },
  )
})
