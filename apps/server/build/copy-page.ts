import { cpSync, existsSync, rmSync } from 'node:fs'
import path from 'node:path'

// `npm pack` calls it before and, with --remove, after. The package has the built page in it: src/page/page-settings.ts.

const page = path.join(import.meta.dirname, '../page')
const built = path.join(import.meta.dirname, '../../login/dist')
rmSync(page, { recursive: true, force: true })
if (!process.argv.includes('--remove')) {
  if (!existsSync(built)) throw new Error('The page is not built: npm run build')
  cpSync(built, page, { recursive: true })
}
