import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createProgress } from '../../local/src/setup/progress.mjs'
import { engines, installEngines } from './browsers/engines.ts'
import type { Engine } from './browsers/engines.ts'

// The browser tests: `npm run e2e -- --engine firefox`. All other arguments are Playwright's.

const { wanted, others } = readArguments(process.argv.slice(2))
const progress = createProgress(process.stdout)
const unavailable = await installEngines(wanted, progress)
const ready = wanted.filter((engine) => unavailable.every((other) => other.engine !== engine))
const isPassed = ready.length > 0 && (await runPlaywright(ready, others))
for (const { reason } of unavailable) progress.fail(reason)
process.exitCode = isPassed && unavailable.length === 0 ? 0 : 1

function readArguments(args: string[]): { wanted: Engine[]; others: string[] } {
  const { tokens } = parseArgs({
    args,
    options: { engine: { type: 'string', multiple: true } },
    strict: false,
    tokens: true,
  })
  const named = tokens.flatMap((token) =>
    token.kind === 'option' && token.name === 'engine' ? [token] : [],
  )
  const own = new Set(
    named.flatMap(({ index, inlineValue }) => (inlineValue ? [index] : [index, index + 1])),
  )
  const names =
    named.length > 0
      ? named.map(({ value }) => String(value))
      : (process.env['FOYER_E2E_ENGINES']?.split(',') ?? [...engines])
  const unknown = names.filter((name) => !engines.some((engine) => engine === name))
  if (unknown.length > 0) {
    throw new Error(`--engine ${unknown.join(', ')}: the engines are ${engines.join(', ')}.`)
  }
  return {
    wanted: engines.filter((engine) => names.includes(engine)),
    others: args.filter((_argument, index) => !own.has(index)),
  }
}

/** With SIGINT, waits until Playwright has stopped the stack. */
function runPlaywright(ready: readonly Engine[], args: readonly string[]): Promise<boolean> {
  const cli = createRequire(new URL('../../e2e/package.json', import.meta.url)).resolve(
    '@playwright/test/cli',
  )
  process.on('SIGINT', () => {})
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, 'test', ...args], {
      cwd: fileURLToPath(new URL('../../e2e', import.meta.url)),
      env: { ...process.env, FOYER_E2E_ENGINES: ready.join(',') },
      stdio: 'inherit',
    })
    child.once('close', (code) => resolve(code === 0))
  })
}
