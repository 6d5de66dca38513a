import { reported } from '@foyer/claims'
import { describe, expect, it, vi } from 'vitest'
import * as v from 'valibot'
import { cleanText, parseRegistration, registrationRequestSchema } from './registration.ts'
import { boundaryValues } from './testing/boundary-values.ts'

const form = {
  firstName: 'Ayşe',
  lastName: 'Yılmaz',
  email: 'ayse@example.com',
  company: 'Öz & Oğulları A.Ş.',
}

function parsed(changes: Record<string, unknown>) {
  const result = parseRegistration({ ...form, ...changes })
  return result.ok ? result.registration : result.errors
}

describe('a registration', () => {
  it('a registration has first name, last name, email and company, as typed (B6)', () => {
    expect(parseRegistration(form)).toEqual({ ok: true, registration: form })
  })

  it.each(['firstName', 'lastName', 'email', 'company'])(
    'a registration needs %s (D10a)',
    (field) => {
      expect(parsed({ [field]: undefined })).toEqual({ [field]: 'required' })
      expect(parsed({ [field]: '' })).toEqual({ [field]: 'required' })
      expect(parsed({ [field]: ' \u00A0\t' })).toEqual({ [field]: 'required' })
      expect(parsed({ [field]: '\u200B' })).toEqual({ [field]: 'required' })
      expect(parsed({ [field]: 7 })).toEqual({ [field]: 'invalid' })
    },
  )

  it('every field of a registration is trimmed (D10a)', () => {
    const padded = Object.fromEntries(
      Object.entries(form).map(([field, value]) => [field, ` \u00A0${value}\t `]),
    )
    expect(parseRegistration(padded)).toEqual({ ok: true, registration: form })
  })

  it('a name of invisible characters counts as empty in a registration (FM-08a)', () => {
    expect(parsed({ firstName: '\u200B\u2060\uFEFF' })).toEqual({ firstName: 'required' })
  })

  it.each([
    ['firstName', 100],
    ['lastName', 100],
    ['company', 200],
  ])(
    'the field %s of a registration may have %i characters, and is never cut (D10b, FM-08d)',
    (field, limit) => {
      expect(parsed({ [field]: '😀'.repeat(limit) })).toMatchObject({ [field]: '😀'.repeat(limit) })
      expect(parsed({ [field]: 'x'.repeat(limit + 1) })).toEqual({ [field]: 'too-long' })
    },
  )

  it.each(['FM-05', 'FM-07'].flatMap((row) => reported(row)))(
    'the name $input is registered as $expected ($id)',
    ({ input, expected }) => {
      expect(parsed({ firstName: input, lastName: input })).toMatchObject({
        firstName: expected,
        lastName: expected,
      })
    },
  )

  it.each([
    ['Ö', 'FM-06'],
    ['李', 'FM-06'],
    ['Ayşe 😀', 'FM-08c'],
    ['IĞDIR', 'TR-03'],
    ['ışık İNAN', 'TR-03'],
  ])('the name %s is registered unchanged (%s)', (name) => {
    expect(parsed({ firstName: name, lastName: name })).toMatchObject({
      firstName: name,
      lastName: name,
    })
  })

  it.each(reported('FM-09'))(
    'the company $input is registered as $expected ($id)',
    ({ input, expected }) => {
      expect(parsed({ company: input })).toMatchObject({ company: expected })
    },
  )

  it('the text of a registration is composed (NFC)', () => {
    expect(parsed({ firstName: 'Zoe\u0308' })).toMatchObject({ firstName: 'Zoë' })
  })

  it.each(reported('FM-01'))(
    'the email $input is registered as $expected ($id)',
    ({ input, expected }) => {
      expect(parsed({ email: input })).toMatchObject({ email: expected })
    },
  )

  it('a plus in the email of a registration stays (FM-03a)', () => {
    expect(parsed({ email: 'ayse+test@example.com' })).toMatchObject({
      email: 'ayse+test@example.com',
    })
  })

  it('direction marks, which would reverse the text around them, are removed from a registration (FM-08b)', () => {
    expect(cleanText('\u202Etxt.exe')).toBe('txt.exe')
    expect(cleanText('\u2067علي\u2069')).toBe('علي')
  })

  it('lone surrogates, which no store accepts, are removed from a registration', () => {
    expect(cleanText('Ay\uD800şe\uDC00')).toBe('Ayşe')
    expect(cleanText('😀')).toBe('😀')
  })

  it('joiners, which emoji and several scripts need, stay in a registration', () => {
    expect(cleanText('👩‍💻')).toBe('👩‍💻')
  })

  it.each(boundaryValues.emailAddresses.valid)(
    'the email %j is registered as %s (D10c)',
    (typed, email) => {
      expect(parsed({ email: typed })).toMatchObject({ email })
    },
  )

  it.each(boundaryValues.emailAddresses.invalid)(
    'the email %j is rejected in a registration',
    (email) => {
      expect(parsed({ email })).toEqual({ email: 'invalid' })
    },
  )

  it('an email of more than 254 characters is rejected in a registration (D10b)', () => {
    expect(parsed({ email: `a@${'b.'.repeat(130)}com` })).toEqual({ email: 'too-long' })
  })

  it.each(['firstName', 'company', 'email'])(
    'a hostile %s is refused by its length before it is composed, which takes quadratic time for many accents',
    (field) => {
      const composed = vi.spyOn(String.prototype, 'normalize')
      expect(parsed({ [field]: `x${'\u0300\u0316'.repeat(15_000)}` })).toEqual({
        [field]: 'too-long',
      })
      const lengths = composed.mock.contexts.map((text) => String(text).length)
      composed.mockRestore()
      expect(Math.max(...lengths)).toBeLessThan(3_000)
    },
  )

  it('the time to parse a hostile email address grows in proportion to its length', () => {
    expect(parsed({ email: `a@${'a-'.repeat(50_000)}` })).toEqual({ email: 'too-long' })
  })

  it.each([null, undefined, 'text', [], 7])(
    '%j is parsed as an empty registration form',
    (value) => {
      expect(parseRegistration(value).ok).toBe(false)
    },
  )
})

describe('a registration request', () => {
  it('a registration request with an unknown field is refused', () => {
    const body = { ...form, language: 'tr', isAdmin: true }
    expect(v.is(registrationRequestSchema, body)).toBe(false)
    expect(v.is(registrationRequestSchema, { ...form, language: 'tr' })).toBe(true)
  })
})
