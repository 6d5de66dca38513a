import { readFileSync } from 'node:fs'
import { parseNetworks, type NetworkList } from '@foyer/contract/networks'
import * as v from 'valibot'

export const isLocalhost = (url: URL) => url.hostname === 'localhost'
const isOrigin = (url: URL) => url.href === `${url.origin}/`

export const text = v.pipe(v.string('is required'), v.trim(), v.nonEmpty('is required'))
/** The path of a file with a secret, which is read once. Its last line end does not belong to the secret. */
export const secretFile = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): string => {
    try {
      const secret = readFileSync(dataset.value, 'utf8').trim()
      if (secret !== '') return secret
      addIssue({ message: 'names an empty file' })
    } catch {
      addIssue({ message: 'must be a readable file' })
    }
    return NEVER
  }),
)
const itemsOf = (text: string, between: string | RegExp) =>
  text
    .split(between)
    .map((item) => item.trim())
    .filter(Boolean)
export const list = v.pipe(
  v.optional(v.string(), ''),
  v.transform((value) => itemsOf(value, ',')),
)
/** A list in a file, one item a line or separated by commas. An argument of a program may have 128 KB. */
export const listFile = v.pipe(
  secretFile,
  v.transform((value) => itemsOf(value, /[,\s]/)),
)
export const matching = (pattern: RegExp, message: string) =>
  v.pipe(text, v.regex(pattern, message))

export const httpUrl = v.pipe(
  text,
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const url = URL.canParse(dataset.value) ? new URL(dataset.value) : undefined
    if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url
    addIssue({ message: 'must be an http or https URL without user-info' })
    return NEVER
  }),
)
export const origin = v.pipe(httpUrl, v.check(isOrigin, 'must be an origin, without a path'))
/**
 * The rule of sign-in pages for redirect URLs: https, or http on localhost. An IP address needs https, even a loopback
 * one.
 */
export const secure = (url: URL) => url.protocol === 'https:' || isLocalhost(url)
export const secureMessage =
  'must be https, or http on localhost (by that name, not as an IP address)'

const wholeNumber = (low: number, high: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,6}$/, `must be a whole number between ${low} and ${high}`),
    v.transform(Number),
    v.minValue(low, `must be at least ${low}`),
    v.maxValue(high, `must be at most ${high}`),
  )

export const numberBetween = (low: number, high: number, fallback: string) =>
  v.optional(wholeNumber(low, high), fallback)
export const optionalNumber = (low: number, high: number) => v.optional(wholeNumber(low, high))

export const eitherOf = <Usual extends string, Other extends string>(usual: Usual, other: Other) =>
  v.optional(
    v.picklist<[Usual, Other], string>([usual, other], `must be ${usual} or ${other}`),
    usual,
  )

export const networks = v.pipe(
  v.optional(v.string(), ''),
  v.rawTransform(({ dataset, addIssue, NEVER }): NetworkList => {
    const parsed = parseNetworks(dataset.value)
    if (parsed.ok) return parsed.list
    addIssue({ message: 'must be IP addresses or networks such as 10.0.0.0/8' })
    return NEVER
  }),
)

/** Header names, in lower case. */
export const headerNames = v.pipe(
  list,
  v.check(
    (names) => names.every((name) => /^[A-Za-z0-9-]+$/.test(name)),
    'must be names of headers separated by commas',
  ),
  v.transform((names) => new Set(names.map((name) => name.toLowerCase()))),
)
