import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import path from 'node:path'
import type { FleetPrograms } from './fleet.ts'
import type { Programs } from './part.ts'

const apps = fileURLToPath(new URL('../../../apps', import.meta.url))

/** The build, and a copy of it in another folder, as an upgrade brings one. */
export function builtPrograms(): FleetPrograms {
  return {
    gate: buildAndCopy('gate'),
    server: buildAndCopy('server'),
    pageFolder: path.join(apps, 'login/dist'),
  }
}

function buildAndCopy(app: string): Programs {
  const folder = path.join(apps, app)
  // Where the copy finds the packages of the app.
  const copy = path.join(folder, 'node_modules/.fleet')
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { recursive: true })
  for (const part of ['dist', 'package.json']) {
    cpSync(path.join(folder, part), path.join(copy, part), { recursive: true })
  }
  return { current: path.join(folder, 'dist/main.js'), next: path.join(copy, 'dist/main.js') }
}
