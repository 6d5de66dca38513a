import type { PathRule } from '@foyer/contract/access-policy'
import { withoutAccents } from '@foyer/contract/without-accents'

/** `ambiguous`: the gate and an application could find different rules. */
export type FoundRule = PathRule | 'ambiguous' | 'none'

/**
 * The rule of a path: the longest that names it, or a folder that it is in.
 *
 * Applications read paths in different ways: some ignore case, accents, spaces, parameters behind a semicolon, streams of
 * Windows, repeated slashes, or a slash or dot at the end, and some decode twice. If a path that is read in all these ways at once has
 * another rule, it has none.
 *
 * @param path without its query string, as the request has it
 */
export function findPathRule(rules: readonly PathRule[], path: string): FoundRule {
  const plain = plainest(path)
  if (plain === null) return 'ambiguous'
  const found = longest(rules, path, (name) => name)
  const otherwise = longest(rules, plain, (name) => name.toLowerCase())
  return found === otherwise ? (found ?? 'none') : 'ambiguous'
}

function longest(
  rules: readonly PathRule[],
  path: string,
  asRead: (name: string) => string,
): PathRule | undefined {
  return rules
    .filter((rule) => covers(asRead(rule.path), path))
    .toSorted((one, other) => other.path.length - one.path.length)[0]
}

const covers = (name: string, path: string) =>
  path === name || (name.endsWith('/') && (path.startsWith(name) || path === name.slice(0, -1)))

/** Spaces and what cannot be seen. In some applications, a plus sign is a space. */
const unseen = /[+\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]/gu

/**
 * What is left of a path if everything is removed that some application ignores. Null if it is encoded too often, or
 * could lead out of a folder.
 */
function plainest(path: string): string | null {
  const text = decoded(path)
  if (text === null) return null
  const segments = text
    // Some applications decode first, and then look for the end of the path.
    .replace(/[?#\0].*/s, '')
    .replaceAll(unseen, '')
    .replaceAll('\\', '/')
    .split('/')
    // Parameters, and the streams of files and folders on Windows, such as `::$DATA`.
    .map((segment) => segment.replace(/(?:;|:+\$).*/s, ''))
  if (segments.some((segment) => /^\.+$/.test(segment))) return null
  const names = segments.map((segment) => segment.replace(/(?<!\.)\.+$/, ''))
  return `/${names.filter((name) => name !== '').join('/')}`
}

/** More often than any application decodes a path. */
const mostDecodings = 4

/** ASCII in more bytes than it needs. UTF-8 forbids it, but some applications decode it. */
const overlong = /%(?:c[01]%[89ab]|e0%[89]|f0%8)/i

/**
 * Text beyond ASCII can become eighteen times as long when it is folded, and the signed-out can send it. In a URL, one such
 * character takes six or more.
 */
const longestFolded = 1_000

/** Decodes until nothing changes. */
function decoded(path: string): string | null {
  let text = path
  for (let count = 0; count < mostDecodings; count += 1) {
    if (overlong.test(text)) return null
    const plain = text.replaceAll(/(?:%[0-9a-f]{2})+|%u[0-9a-f]{4}/gi, decodedCharacters)
    if (plain.length > longestFolded && /[^\0-\x7f]/.test(plain)) return null
    const next = folded(plain)
    if (next === text) return text
    text = next
  }
  return null
}

/** Bytes that are not UTF-8 become U+FFFD, which no rule has. `%u` and a UTF-16 unit is an old encoding of some servers. */
function decodedCharacters(encoded: string): string {
  return /^%u/i.test(encoded)
    ? String.fromCodePoint(Number.parseInt(encoded.slice(2), 16))
    : Buffer.from(encoded.replaceAll('%', ''), 'hex').toString()
}

/** One spelling of texts that applications compare as equal: in capitals or not, with accents or not. */
function folded(text: string): string {
  // The letter ı without a dot is an i only in capitals.
  return withoutAccents(text).toUpperCase().toLowerCase()
}
