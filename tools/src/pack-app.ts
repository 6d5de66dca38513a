import path from 'node:path'
import { packApp } from './deploy/pack-app.ts'

// Writes what an image contains into a folder: `pack-app.ts gate /out/gate`. The build must be there.

const [app = '', target = ''] = process.argv.slice(2)
packApp(app, path.resolve(import.meta.dirname, '../..'), path.resolve(target))
