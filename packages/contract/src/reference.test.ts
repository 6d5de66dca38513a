import { expect, it } from 'vitest'
import { hashOf, newReference, referenceTo } from './reference.ts'

const format = /^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{6}$/

it('a reference to an error code is four characters for the code, and the day, the hour and the minute in UTC', () => {
  const reference = referenceTo('user-disabled', new Date('2026-11-28T14:30:59+02:00'))
  expect(reference).toBe(`${hashOf('user-disabled')}-281230`)
  expect(reference).toMatch(format)
})

it('a reference to a request has the format of a reference to an error code, and cannot be mistaken for one', () => {
  for (let byte = 0; byte < 256; byte += 1) {
    const reference = newReference((count) => new Uint8Array(count).fill(byte))
    expect(reference).toMatch(format)
    expect(reference).toMatch(/-[A-Z]/)
  }
})

it('a reference to a request uses every random byte', () => {
  const references = Array.from({ length: 10 }, (_, at) =>
    newReference((count) => new Uint8Array(count).fill(1, at, at + 1)),
  )
  expect(new Set(references).size).toBe(10)
})
