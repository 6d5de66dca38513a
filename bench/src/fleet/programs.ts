import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import path from 'node:path'
import type { FleetPrograms } from './fleet.ts'
import type { Programs } from './part.ts'

const apps = fileURLToPath(new URL('../../../apps', import.meta.url))

/** Two copies of the build in folders of their own. An upgrade goes from the first to the second. */
export function builtPrograms(): FleetPrograms {
  return {
    gate: { current: copyOf('gate', 'current'), next: copyOf('gate', 'next') },
    server: { current: copyOf('server', 'current'), next: copyOf('server', 'next') },
    pageFolder: path.join(apps, 'login/dist'),
  }
}

function copyOf(app: string, name: keyof Programs): string {
  const folder = path.join(apps, app)
  // Where it finds the packages of the app.
  const copy = path.join(folder, 'node_modules/.fleet', name)
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  for (const part of ['dist', 'package.json']) {
    cpSync(path.join(folder, part), path.join(copy, part), { recursive: true })
  }
  return path.join(copy, 'dist/main.js')
}
