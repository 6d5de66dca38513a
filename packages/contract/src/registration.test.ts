import { describe, expect, it } from 'vitest'
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
  return result.ok ? result.registration : result.faults
}

describe('a registration (D10)', () => {
  it('is taken as typed', () => {
    expect(parseRegistration(form)).toEqual({ ok: true, registration: form })
  })

  it.each(['firstName', 'lastName', 'email', 'company'])('needs %s', (field) => {
    expect(parsed({ [field]: undefined })).toEqual({ [field]: 'required' })
    expect(parsed({ [field]: '' })).toEqual({ [field]: 'required' })
    expect(parsed({ [field]: ' \u00A0\t' })).toEqual({ [field]: 'required' })
    expect(parsed({ [field]: '\u200B' })).toEqual({ [field]: 'required' }) // FM-08
    expect(parsed({ [field]: 7 })).toEqual({ [field]: 'invalid' })
  })

  it.each([
    ['firstName', 100],
    ['lastName', 100],
    ['company', 200],
  ])('takes a %s of at most %i characters, and cuts none', (field, limit) => {
    expect(parsed({ [field]: '😀'.repeat(limit) })).toMatchObject({ [field]: '😀'.repeat(limit) })
    expect(parsed({ [field]: 'x'.repeat(limit + 1) })).toEqual({ [field]: 'too-long' })
  })

  it.each([
    "D'Arcy",
    'O’Neil',
    "Noe' Fabio",
    'Anne-Marie',
    'J. K.',
    'Ö',
    '李',
    'فاطمة',
    'Ayşe 😀',
    'IĞDIR',
  ])('takes the name %s unchanged (FM-05, FM-06, FM-07, TR-03)', (name) => {
    expect(parsed({ firstName: name, lastName: name })).toMatchObject({
      firstName: name,
      lastName: name,
    })
  })

  it.each(["Terry's Toilets", '1881', '<b>X</b> Ltd'])(
    'takes the company %s (FM-09)',
    (company) => {
      expect(parsed({ company })).toMatchObject({ company })
    },
  )

  it('composes what came in parts (FM-07)', () => {
    expect(parsed({ firstName: 'Zoe\u0308' })).toMatchObject({ firstName: 'Zoë' })
  })

  it('drops direction marks, which would reverse the text around them (FM-08)', () => {
    expect(cleanText('\u202Etxt.exe')).toBe('txt.exe')
    expect(cleanText('\u2067علي\u2069')).toBe('علي')
  })

  it('drops halves of characters, which nothing can store', () => {
    expect(cleanText('Ay\uD800şe\uDC00')).toBe('Ayşe')
    expect(cleanText('😀')).toBe('😀')
  })

  it('keeps joiners, which emoji and several scripts need', () => {
    expect(cleanText('👩‍💻')).toBe('👩‍💻')
  })

  it.each(boundaryValues.emailAddresses.valid)(
    'reads the email %j as %s (FM-01, FM-02, FM-03, TR-01)',
    (typed, email) => {
      expect(parsed({ email: typed })).toMatchObject({ email })
    },
  )

  it.each(boundaryValues.emailAddresses.invalid)('rejects the email %j', (email) => {
    expect(parsed({ email })).toEqual({ email: 'invalid' })
  })

  it('refuses an address of more than 254 characters', () => {
    expect(parsed({ email: `a@${'b.'.repeat(130)}com` })).toEqual({ email: 'too-long' })
  })

  it('takes time in proportion to the length of a hostile address', () => {
    expect(parsed({ email: `a@${'a-'.repeat(50_000)}` })).toEqual({ email: 'too-long' })
  })

  it.each([null, undefined, 'text', [], 7])('reads %j as an empty form', (value) => {
    expect(parseRegistration(value).ok).toBe(false)
  })
})

describe('a registration request', () => {
  it('refuses a field that nobody knows', () => {
    const body = { ...form, language: 'tr', isAdmin: true }
    expect(v.is(registrationRequestSchema, body)).toBe(false)
    expect(v.is(registrationRequestSchema, { ...form, language: 'tr' })).toBe(true)
  })
})
