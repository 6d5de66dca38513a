import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundledIn, installedWith, readLock, readThirdParty } from './notices/packages.ts'
import { noticesText } from './notices/text.ts'

// Writes the notices of third-party software into the build of a workspace: `notices.ts apps/gate`.

const root = fileURLToPath(new URL('../..', import.meta.url))
const [workspace = ''] = process.argv.slice(2)
const dist = join(root, workspace, 'dist')
const lock = readLock(root)

/** Where the page's builds write the lists of bundled packages. Not served. */
const lists = join(dist, '.vite')
const bundles = ['page.json', 'prerender.json'].map((name) => join(lists, name))

const folders = existsSync(lists)
  ? [...new Set(bundles.flatMap((list) => bundledIn(list, root, lock)))].toSorted()
  : installedWith(workspace, lock)

function standardText(license: string): string {
  const file = join(root, 'tools', 'licences', `${license}.txt`)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  throw new Error(`A package names the licence ${license} without its text: add it as ${file}.`)
}

const packages = folders.flatMap((folder) => readThirdParty(join(root, folder)) ?? [])
writeFileSync(join(dist, 'third-party-notices.txt'), noticesText(packages, standardText))
rmSync(lists, { recursive: true, force: true })
