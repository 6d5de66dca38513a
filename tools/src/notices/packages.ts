import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'

/** A third-party package that is distributed with one of ours. */
export interface ThirdParty {
  name: string
  version: string
  /** The SPDX expression in its package.json. */
  license: string
  author: string
  /** Its own licence and notice files; empty if it has none. */
  text: string
}

const names = v.optional(v.record(v.string(), v.string()), {})

const lockSchema = v.object({
  packages: v.record(
    v.string(),
    v.object({
      resolved: v.optional(v.string()),
      link: v.optional(v.boolean(), false),
      dependencies: names,
      optionalDependencies: names,
    }),
  ),
})
type Lock = v.InferOutput<typeof lockSchema>

const manifestSchema = v.object({
  name: v.string(),
  version: v.string(),
  license: v.optional(v.string(), 'UNKNOWN'),
  author: v.optional(v.union([v.string(), v.object({ name: v.string() })]), ''),
})

const bundledSchema = v.array(v.object({ name: v.string(), version: v.string() }))

export function readLock(root: string): Lock {
  return v.parse(lockSchema, readJson(join(root, 'package-lock.json')))
}

/**
 * The folders of all packages that npm installs with a workspace for production.
 *
 * @param omitsOptional without the packages that npm leaves out with `--omit=optional`
 */
export function installedWith(
  workspace: string,
  { packages }: Lock,
  { omitsOptional = false } = {},
): string[] {
  const found = new Set<string>([workspace])
  // The set grows during the loop: each package adds its dependencies.
  for (const folder of found) {
    const { dependencies = {}, optionalDependencies = {} } = packages[folder] ?? {}
    const wanted = omitsOptional ? dependencies : { ...dependencies, ...optionalDependencies }
    for (const name of Object.keys(wanted)) {
      const place = placeOf(name, folder, packages)
      // An optional package for another platform is not installed.
      if (place !== null) found.add(place)
    }
  }
  return [...found].filter((folder) => folder.includes('node_modules/')).toSorted()
}

/** The folders of the packages in a bundle, which Vite lists by name and version. */
export function bundledIn(list: string, root: string, lock: Lock): string[] {
  const bundled = v.parse(bundledSchema, readJson(list))
  const folders = Object.keys(lock.packages).filter((folder) => folder.includes('node_modules/'))
  return bundled.flatMap(({ name, version }) => {
    const folder = folders.find(
      (place) =>
        place.endsWith(`node_modules/${name}`) &&
        readThirdParty(join(root, place))?.version === version,
    )
    if (folder !== undefined) return [folder]
    if (name.startsWith('@foyer/')) return []
    throw new Error(`${name} ${version} is in the bundle and not in package-lock.json.`)
  })
}

/** Null if it is not installed, such as an optional package for another platform. */
export function readThirdParty(folder: string): ThirdParty | null {
  if (!existsSync(join(folder, 'package.json'))) return null
  const { author, ...manifest } = v.parse(manifestSchema, readJson(join(folder, 'package.json')))
  const files = readdirSync(folder)
    .filter((name) => /^(?:licen[cs]e|copying|notice)/i.test(name))
    .toSorted()
  return {
    ...manifest,
    author: typeof author === 'string' ? author : author.name,
    text: files.map((name) => readFileSync(join(folder, name), 'utf8').trim()).join('\n\n'),
  }
}

/** Where Node finds a package from a folder: in the nearest `node_modules` of the folder or its parents. */
function placeOf(name: string, folder: string, packages: Lock['packages']): string | null {
  for (let from = folder; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/')))) {
    const place = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`
    const entry = packages[place]
    if (entry) return entry.link ? (entry.resolved ?? null) : place
    if (from === '') return null
  }
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}
