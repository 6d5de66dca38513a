import path from 'node:path'
import { prepareRelease } from './release/prepare-release.ts'

// `npm run release:prepare`: CONTRIBUTING.md says how to release.

const root = path.resolve(import.meta.dirname, '../..')
const version = await prepareRelease(root, new Date().toISOString().slice(0, 10))
process.stdout.write(
  version === null
    ? 'There are no changesets, so there is nothing to release.\n'
    : `Version ${version}: read CHANGELOG.md, run npm test, and commit.\n`,
)
