import { plainLetters } from './plain-letters.ts'

/**
 * Whether many people use this password. The list is loaded at the first use, because few deployments need it.
 * Capitals, accents, and special characters at the end, make a common password no better.
 */
export async function isCommon(password: string): Promise<boolean> {
  common ??= load()
  const list = await common
  const plain = plainLetters(password)
  return list.has(plain) || list.has(withoutEnd(plain))
}

/** Without the special characters at its end. A loop, because a pattern takes quadratic time for many of them. */
function withoutEnd(text: string): string {
  const characters = Array.from(text)
  return characters.slice(0, characters.findLastIndex(isLetterOrDigit) + 1).join('')
}

const isLetterOrDigit = (character: string) => /[\p{L}\p{N}]/u.test(character)

let common: Promise<ReadonlySet<string>> | null = null

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
