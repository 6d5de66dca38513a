import type { PathRule } from '@foyer/contract/access-policy'

/** `ambiguous`: the gate and an application could find different rules. */
export type FoundRule = PathRule | 'ambiguous' | 'none'

/**
 * The rule of a path: the longest that names it, or a folder that it is in.
 *
 * Applications read paths in different ways: some ignore case, parameters behind a semicolon, repeated slashes or a dot
 * at the end, and some decode twice. If a path that is read in all these ways at once has another rule, it has none.
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

/** What is left of a path if everything is removed that some application ignores. Null if it is encoded too often. */
function plainest(path: string): string | null {
  const text = decoded(path)
  if (text === null) return null
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('\\', '/')
    .split('/')
    .map((segment) => segment.replace(/;.*/s, '').replace(/[. ]+$/, ''))
    .join('/')
    .replaceAll(/\/{2,}/g, '/')
}

/** More often than any application decodes a path. */
const mostDecodings = 4

/** Decodes until nothing changes. What is not UTF-8 stays as it is. */
function decoded(path: string): string | null {
  let text = path
  for (let count = 0; count < mostDecodings; count += 1) {
    const next = text.replaceAll(/(?:%[0-9a-f]{2})+/gi, decodedBytes)
    if (next === text) return text
    text = next
  }
  return null
}

function decodedBytes(bytes: string): string {
  try {
    return decodeURIComponent(bytes)
  } catch {
    return bytes.replaceAll(/%[2-7][0-9a-f]/gi, (byte) => decodeURIComponent(byte))
  }
}
