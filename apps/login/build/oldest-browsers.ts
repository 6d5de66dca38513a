import { readFileSync } from 'node:fs'

/** `version` is the oldest that the page supports. */
export interface OldestBrowser {
  /** As in browserslist. */
  readonly name: string
  readonly version: string
}

/** From `browserslist` in package.json, the only list of them: docs/decisions/0023-minimum-browsers.md. */
export const oldestBrowsers: readonly OldestBrowser[] = readList()

/** The names that the build knows. The others have one of these engines. */
const targetNames: Readonly<Record<string, string>> = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  safari: 'safari',
  ios_saf: 'ios',
}

/** What Vite and esbuild compile for. */
export const buildTarget: string[] = oldestBrowsers.flatMap(({ name, version }) => {
  const target = targetNames[name]
  return target === undefined ? [] : [`${target}${version}`]
})

function readList(): OldestBrowser[] {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  const { browserslist } = JSON.parse(manifest) as { browserslist: string[] }
  return browserslist.map((entry) => {
    const [, name, version] = /^(\w+) >= (\d+(?:\.\d+)?)$/.exec(entry) ?? []
    if (name === undefined || version === undefined) {
      throw new Error(`"${entry}" in browserslist is not of the form "name >= version".`)
    }
    return { name, version }
  })
}
