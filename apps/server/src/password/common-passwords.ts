/**
 * Whether many people use this password. The list is loaded at the first use, because few deployments need it.
 * Capitals, and special characters at the end, make a common password no better.
 */
export async function isCommon(password: string): Promise<boolean> {
  common ??= load()
  const plain = password.toLowerCase()
  const list = await common
  return list.has(plain) || list.has(plain.replace(/[^\p{L}\p{N}]+$/u, ''))
}

let common: Promise<ReadonlySet<string>> | null = null

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
