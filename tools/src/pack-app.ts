import { existsSync } from 'node:fs'
import path from 'node:path'
import { packApp } from './deploy/pack-app.ts'

// Writes what an image contains into a folder: `pack-app.ts gate /out/gate`. The build must be there.

const [app = '', target = ''] = process.argv.slice(2)
if (existsSync(target)) {
  process.stderr.write(`${target} exists already. Remove it, or name another folder.\n`)
  process.exit(1)
}
packApp(app, path.resolve(import.meta.dirname, '../..'), path.resolve(target))
