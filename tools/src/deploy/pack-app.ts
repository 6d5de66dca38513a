import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import * as v from 'valibot'
import { installedWith, readLock } from '../notices/packages.ts'

const manifestSchema = v.looseObject({
  name: v.string(),
  version: v.string(),
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
  overrides: v.optional(v.unknown()),
})

/** A third of all bytes, which no program reads. */
const isForDevelopers = /\.(?:map|d\.[cm]?ts)$/

/** The folders of an app and of all our packages that it needs. */
function ownFoldersOf(app: string, root: string): string[] {
  const { packages } = readLock(root)
  const found = new Set([`apps/${app}`])
  // The set grows during the loop: each package adds its dependencies.
  for (const folder of found) {
    for (const name of Object.keys(readManifest(join(root, folder)).dependencies)) {
      const { link, resolved } = packages[`node_modules/${name}`] ?? {}
      if (link && resolved !== undefined) found.add(resolved)
    }
  }
  return [...found]
}

/**
 * Writes what an image contains into a folder: what `npm pack` takes from the app and our packages, the production
 * dependencies, and the bill of materials. Everything keeps its place.
 */
export function packApp(app: string, root: string, target: string): void {
  const folders = ownFoldersOf(app, root)
  // Optional packages of others are for parts that we do not use, such as a database client in firebase-admin.
  for (const place of installedWith(`apps/${app}`, readLock(root), { omitsOptional: true })) {
    // A package that is nested in another has its own entry in the list.
    const isNested = (path: string) => relative(join(root, place), path).startsWith('node_modules')
    cpSync(join(root, place), join(target, place), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !isNested(path) && !isForDevelopers.test(path),
    })
  }
  linkOwn(folders, root, target)
  writeFileSync(join(target, 'sbom.cdx.json'), listParts(app, folders, root, target))
  for (const folder of folders) unpack(packed(root, folder), join(target, folder))
  if (app === 'server') {
    cpSync(join(root, 'apps/login/dist'), join(target, 'apps/login/dist'), { recursive: true })
  }
}

function linkOwn(folders: readonly string[], root: string, target: string): void {
  for (const folder of folders) {
    mkdirSync(join(target, folder), { recursive: true })
    const link = join(target, 'node_modules', readManifest(join(root, folder)).name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(relative(dirname(link), join(target, folder)), link)
  }
}

/**
 * The bill of materials, in CycloneDX. npm would report the development dependencies as missing, so it reads manifests
 * without them; the real ones are unpacked afterwards.
 */
function listParts(app: string, folders: readonly string[], root: string, target: string): string {
  for (const folder of folders) {
    const manifest = { ...readManifest(join(root, folder)), devDependencies: {} }
    writeFileSync(join(target, folder, 'package.json'), JSON.stringify(manifest))
  }
  const { version } = readManifest(join(root, 'apps', app))
  // npm reports a package that an override replaces as invalid, unless it sees the override.
  const { overrides } = readManifest(root)
  const image = {
    name: `foyer-${app}-image`,
    version,
    private: true,
    workspaces: folders,
    overrides,
  }
  writeFileSync(join(target, 'package.json'), JSON.stringify(image))
  const parts = npm(target, 'sbom', '--omit=dev', '--omit=optional', '--sbom-format', 'cyclonedx')
  rmSync(join(target, 'package.json'))
  return parts
}

function packed(root: string, folder: string): string {
  const to = mkdtempSync(join(tmpdir(), 'foyer-tarball-'))
  npm(root, 'pack', '--silent', '--ignore-scripts', '--workspace', folder, '--pack-destination', to)
  const [tarball = ''] = readdirSync(to)
  return join(to, tarball)
}

function unpack(tarball: string, target: string): void {
  execFileSync('tar', ['-xzf', tarball, '-C', target, '--strip-components=1', '--no-same-owner'])
  rmSync(dirname(tarball), { recursive: true })
}

function npm(cwd: string, ...args: string[]): string {
  return execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function readManifest(folder: string) {
  const text = readFileSync(join(folder, 'package.json'), 'utf8')
  return v.parse(manifestSchema, JSON.parse(text))
}
