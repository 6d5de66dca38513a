import { describe, expect, it } from 'vitest'
import {
  acceptedNames,
  listedNames,
  listItems,
  readCookieHeader,
  readSetCookie,
  stripSpace,
  withoutParameters,
} from './header-text.ts'

/** Every one-byte character that a JavaScript parser would treat as white space, and similar ones. */
const oddBytes = ['\x0b', '\x0c', '\x85', '\xa0', '\xad', '\x1c', '\x00']

describe('white space in a header', () => {
  it.each([
    ['a space', ' a ', 'a'],
    ['a tab', '\ta\t', 'a'],
    ['several of both', ' \t a b\t \t', 'a b'],
    ['nothing else', '  \t ', ''],
    ['nothing', '', ''],
  ])('white space at both ends of a header is stripped: %s', (_, text, stripped) => {
    expect(stripSpace(text)).toBe(stripped)
  })

  it.each(oddBytes)('the byte %j is not white space in a header', (byte) => {
    expect(stripSpace(`${byte}a${byte}`)).toBe(`${byte}a${byte}`)
    expect(listItems(`a, ${byte}b${byte} ,c`)).toEqual(['a', `${byte}b${byte}`, 'c'])
    expect(readCookieHeader(`a=1; ${byte}b${byte}=${byte}2${byte}`)[1]).toEqual({
      name: `${byte}b${byte}`,
      value: `${byte}2${byte}`,
      pair: `${byte}b${byte}=${byte}2${byte}`,
    })
    expect(readSetCookie(`${byte}b=2; Path=/`).name).toBe(`${byte}b`)
    expect(acceptedNames(`${byte}text/html`)).toEqual([`${byte}text/html`])
    expect(withoutParameters(`application/json${byte};x`)).toBe(`application/json${byte}`)
  })
})

it.each([
  [undefined, []],
  ['', []],
  [' , ,', []],
  ['a', ['a']],
  ['a,B ,\tc', ['a', 'B', 'c']],
  [
    ['a, b', 'c'],
    ['a', 'b', 'c'],
  ],
])('the header list %j has the items %j', (value, items) => {
  expect(listItems(value)).toEqual(items)
})

it('the names in a header list are compared in lower case', () => {
  expect(listedNames('Upgrade, HTTP2-Settings')).toEqual(['upgrade', 'http2-settings'])
})

it.each([
  [undefined, []],
  ['text/html', ['text/html']],
  ['Text/HTML;level=1, */*;q=0.8', ['text/html', '*/*']],
  ['text/html;q=0, a/b ; q=0.000, c/d;q=0.001', ['c/d']],
  ['br;q=1.0, gzip ;Q=0', ['br']],
  ['tr-TR,tr;q=0.9,en-US;q=0.8', ['tr-tr', 'tr', 'en-us']],
])('the Accept header %j accepts %j', (value, names) => {
  expect(acceptedNames(value)).toEqual(names)
})

it.each([
  [undefined, []],
  ['; ;', []],
  ['a=1', [['a', '1']]],
  [
    'a=1;b=2;\tb=3',
    [
      ['a', '1'],
      ['b', '2'],
      ['b', '3'],
    ],
  ],
  ['a = 1 ', [['a', '1']]],
  ['a=b=c', [['a', 'b=c']]],
  ['a=', [['a', '']]],
  ['=a', [['', 'a']]],
  ['a', [['', 'a']]],
  ['A=1', [['A', '1']]],
])('the Cookie header %j has the cookies %j', (value, cookies) => {
  expect(readCookieHeader(value).map(({ name, value: text }) => [name, text])).toEqual(cookies)
})

it.each([
  ['a=1; Path=/; HttpOnly', 'a', '1'],
  [' a =1;Secure', 'a', '1'],
  ['a; b=1', '', 'a'],
  ['=a=1; Path=/', '', 'a=1'],
  ['', '', ''],
])('the line Set-Cookie: %s sets %j to %j', (line, name, value) => {
  expect(readSetCookie(line)).toMatchObject({ name, value })
})

it('a megabyte of white space in a header is read in linear time', () => {
  const space = ' '.repeat(1_000_000)
  expect(stripSpace(`a${space}b`)).toBe(`a${space}b`)
  expect(listItems(`a,${space}b${space}c`)).toHaveLength(2)
})
