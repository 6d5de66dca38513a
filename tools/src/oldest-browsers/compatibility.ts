import type {
  BrowserName,
  CompatData,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data'
import type { OldestBrowser } from '../../../apps/login/build/oldest-browsers.ts'
import type { Use } from './used-apis.ts'

/** browserslist's names of browsers, and MDN's. */
const browserNames: Readonly<Record<string, BrowserName>> = {
  chrome: 'chrome',
  and_chr: 'chrome_android',
  android: 'webview_android',
  edge: 'edge',
  firefox: 'firefox',
  and_ff: 'firefox_android',
  safari: 'safari',
  ios_saf: 'safari_ios',
  samsung: 'samsunginternet_android',
}

/** The interfaces of globals that are objects; what they inherit comes after. */
const interfaces: Readonly<Record<string, readonly string[]>> = {
  navigator: ['Navigator'],
  document: ['Document', 'Node', 'EventTarget'],
  window: ['Window', 'EventTarget'],
  self: ['Window', 'EventTarget'],
  globalThis: ['Window', 'EventTarget'],
  location: ['Location'],
  history: ['History'],
  performance: ['Performance', 'EventTarget'],
  crypto: ['Crypto'],
  screen: ['Screen', 'EventTarget'],
  localStorage: ['Storage'],
  sessionStorage: ['Storage'],
  indexedDB: ['IDBFactory'],
  visualViewport: ['VisualViewport', 'EventTarget'],
}

/** An API by its place in MDN's data, such as `api.URL.canParse_static`, and the browsers that lack it. */
export interface Lacking {
  readonly feature: string
  readonly browsers: readonly string[]
}

export type FindLacking = (use: Use) => Lacking | null

/** Says which browsers lack an API, by MDN's data. A name that MDN does not know is nobody's API. */
export function createFindLacking(
  { api, javascript }: Pick<CompatData, 'api' | 'javascript'>,
  oldest: readonly OldestBrowser[],
): FindLacking {
  const builtins = javascript['builtins'] ?? {}
  const browsersWithout = (statement: CompatStatement): string[] =>
    oldest
      .filter(({ name, version }) => !isSupported(statement, name, version))
      .map(({ name, version }) => `${name} ${version}`)
  const members = membersByName(
    [
      { root: 'api', data: api },
      { root: 'javascript.builtins', data: builtins },
    ],
    (statement) => browsersWithout(statement).length === 0,
  )

  const lackingOf = (features: readonly Feature[]): Lacking | null => {
    const [first, ...others] = features.map(({ path, statement }) => ({
      feature: path,
      browsers: browsersWithout(statement),
    }))
    // A property of an unknown object may be that of any interface: one that all browsers have is enough.
    const isSomewhere = [first, ...others].some((lacking) => lacking?.browsers.length === 0)
    return first === undefined || isSomewhere ? null : first
  }
  const global = (name: string): Feature[] => [
    ...featureAt('javascript.builtins', builtins, [name]),
    ...featureAt('api', api, [name]),
    ...featureAt('api', api, ['Window', name]),
  ]
  const property = (of: string | null, name: string): Feature[] => {
    if (of === null) return members.get(name) ?? []
    const isInterface = Object.hasOwn(api, of) || Object.hasOwn(builtins, of)
    const known = [
      ...(interfaces[of] ?? []).flatMap((type) => featureAt('api', api, [type, name])),
      ...featureAt('api', api, [of, `${name}_static`]),
      ...featureAt('javascript.builtins', builtins, [of, name]),
    ].slice(0, 1)
    return known.length > 0 || isInterface ? known : (members.get(name) ?? [])
  }

  return (use) => {
    if (use.kind === 'property') return lackingOf(property(use.of, use.name))
    if (use.kind === 'event') return lackingOf(members.get(`${use.name}_event`) ?? [])
    const found = lackingOf(global(use.name))
    if (found || use.kind === 'global') return found
    return lackingOf(featureAt('api', api, [use.name, use.name]))
  }
}

interface Feature {
  readonly path: string
  readonly statement: CompatStatement
}

function featureAt(root: string, data: Identifier, names: readonly string[]): Feature[] {
  let found: Identifier = data
  for (const name of names) {
    const next = Object.hasOwn(found, name) ? found[name] : undefined
    if (next === undefined) return []
    found = next
  }
  const statement = found.__compat
  return statement ? [{ path: `${root}.${names.join('.')}`, statement }] : []
}

/**
 * The properties of objects by their names. An object of a type that some browser lacks cannot be had without a use of
 * another newer API, and is left out: its properties often have the names of ours.
 */
function membersByName(
  roots: readonly { root: string; data: Identifier }[],
  isEverywhere: (statement: CompatStatement) => boolean,
): Map<string, Feature[]> {
  const members = new Map<string, Feature[]>()
  const features = roots.flatMap(({ root, data }) =>
    Object.keys(data)
      .filter((type) =>
        featureAt(root, data, [type]).some(({ statement }) => isEverywhere(statement)),
      )
      .flatMap((type) =>
        Object.keys(data[type] ?? {}).flatMap((name) =>
          featureAt(root, data, [type, name]).map((feature) => ({
            name: name.replace(/_static$/, ''),
            feature,
          })),
        ),
      ),
  )
  for (const { name, feature } of features) {
    members.set(name, [...(members.get(name) ?? []), feature])
  }
  return members
}

function isSupported({ support }: CompatStatement, name: string, version: string): boolean {
  const browser = browserNames[name]
  if (browser === undefined) throw new Error(`MDN's name of the browser ${name} is not known here.`)
  const statements = [support[browser] ?? []].flat()
  return statements.some((statement) => isSupportedBy(statement, version))
}

function isSupportedBy(statement: SimpleSupportStatement, version: string): boolean {
  const { version_added: added, version_removed: removed, flags, prefix } = statement
  const isPlain = flags === undefined && prefix === undefined && !statement.alternative_name
  if (!isPlain || typeof added !== 'string' || compare(added, version) > 0) return false
  return typeof removed !== 'string' || compare(removed, version) > 0
}

/** `≤79` counts as 79: MDN has not tested older ones, which are not supported either. `preview` is the newest. */
function compare(one: string, other: string): number {
  if (one === 'preview') return 1
  const partsOf = (version: string) => version.replace('≤', '').split('.').map(Number)
  const [a, b] = [partsOf(one), partsOf(other)]
  return (a[0] ?? 0) - (b[0] ?? 0) || (a[1] ?? 0) - (b[1] ?? 0)
}
