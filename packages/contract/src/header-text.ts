/**
 * Reads the text of headers. Only this file splits it or strips white space from it. A text has one character per byte,
 * as in Node. White space is SP and HTAB (RFC 9110, 5.6.3), and names are compared byte by byte. `trim()` and `\s`
 * would also drop 0xA0, which browsers keep in the name of a cookie. With them, any site of the domain could set a
 * cookie that passes for one with a `__Host-` name.
 */
export type HeaderValue = string | readonly string[] | undefined

/**
 * The text without the white space around it. This is a loop, because a pattern takes quadratic time for long runs of
 * white space.
 */
export function stripSpace(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isSpace(text.charCodeAt(start))) start += 1
  while (end > start && isSpace(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** The items of a comma-separated list (RFC 9110, 5.6.1), for lists without quoted strings. */
export function listItems(value: HeaderValue): string[] {
  return partsOf(value?.toString() ?? '', ',')
}

/** The items of a list of names, in lower case. */
export function listedNames(value: HeaderValue): string[] {
  return listItems(value).map((name) => name.toLowerCase())
}

/** `text/html` of `Text/HTML; charset=utf-8`. */
export function withoutParameters(item: string): string {
  return stripSpace(item.split(';', 1)[0] ?? '').toLowerCase()
}

/** The names that a header such as `Accept` lists, in its order, without those that it refuses (`q=0`). */
export function acceptedNames(value: HeaderValue): string[] {
  return listItems(value)
    .filter((item) => !partsOf(item, ';').some((part) => /^q=0(?:\.0{0,3})?$/i.test(part)))
    .map(withoutParameters)
}

export interface Cookie {
  name: string
  value: string
  /** The name and the value, as they were sent. */
  pair: string
}

/** The cookies of a `Cookie` header, in the order sent, with duplicates. */
export function readCookieHeader(value: string | undefined): Cookie[] {
  return partsOf(value ?? '', ';').map(cookieOf)
}

/** The cookie that a `Set-Cookie` line sets, without its attributes. */
export function readSetCookie(line: string): Cookie {
  return cookieOf(stripSpace(line.split(';', 1)[0] ?? ''))
}

/** Browsers read a cookie without `=` as a value without a name. */
function cookieOf(pair: string): Cookie {
  const at = pair.indexOf('=')
  if (at < 0) return { name: '', value: pair, pair }
  return { name: stripSpace(pair.slice(0, at)), value: stripSpace(pair.slice(at + 1)), pair }
}

function partsOf(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map(stripSpace)
    .filter((part) => part !== '')
}

const isSpace = (code: number) => code === 0x20 || code === 0x09
