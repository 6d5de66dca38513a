import type { ThirdParty } from './packages.ts'

const rule = '-'.repeat(80)

/**
 * The notices of these packages, with each text only once.
 *
 * @param standardText the text of a licence, for a package that names it without including it
 */
export function noticesText(
  packages: readonly ThirdParty[],
  standardText: (license: string) => string,
): string {
  const byText = new Map<string, ThirdParty[]>()
  for (const one of packages) {
    const text = one.text === '' ? standardNotice(one, standardText) : one.text
    const same = byText.get(text) ?? []
    if (!same.some(({ name, version }) => name === one.name && version === one.version))
      byText.set(text, [...same, one])
  }
  const notices = [...byText].map(([text, owners]) => `${headingOf(owners)}\n\n${text}\n`)
  return ['Software of others, and its licences.\n', ...notices].join(`\n${rule}\n\n`)
}

function headingOf(owners: readonly ThirdParty[]): string {
  return owners.map(({ name, version, license }) => `${name} ${version} (${license})`).join('\n')
}

function standardNotice(
  { name, author, license }: ThirdParty,
  standardText: (license: string) => string,
): string {
  return `Copyright (c) ${author === '' ? `the authors of ${name}` : author}\n\n${standardText(license)}`
}
