import { buildTarget, oldestBrowsers } from '../../apps/login/build/oldest-browsers.ts'
import { allowedUses } from './oldest-browsers/allowed-uses.ts'
import { checkScripts } from './oldest-browsers/check-scripts.ts'
import { compatData } from './oldest-browsers/compat-data.ts'
import { createFindLacking } from './oldest-browsers/compatibility.ts'
import { shippedScripts } from './oldest-browsers/shipped-scripts.ts'

const scripts = shippedScripts('apps/login/dist')
const errors = await checkScripts(scripts, {
  findLacking: createFindLacking(compatData, oldestBrowsers),
  allowed: allowedUses,
  target: buildTarget,
})
for (const error of errors) process.stderr.write(`${error}\n`)
if (scripts.length === 0) process.stderr.write('There is no built page.\n')
process.exit(errors.length > 0 || scripts.length === 0 ? 1 : 0)
