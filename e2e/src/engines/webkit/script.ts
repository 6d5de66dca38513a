import { buildSync } from 'esbuild'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { DriverError } from './driver-error.ts'
import type { Session } from './web-driver.ts'

const [library] = buildSync({
  entryPoints: [fileURLToPath(new URL('in-page.ts', import.meta.url))],
  bundle: true,
  minify: true,
  write: false,
}).outputFiles

const Result = v.object({
  url: v.optional(v.string(), ''),
  state: v.picklist(['done', 'failed', 'missing', 'pending']),
  value: v.optional(v.unknown()),
})

/** Where the document is, and what an expression is there; the expression may use `calls` of in-page.ts. */
export async function runInPage(
  { call }: Session,
  expression: string,
): Promise<{ url: string; value?: unknown }> {
  const send = async (script: string) =>
    v.parse(Result, await call('POST', '/execute/sync', { script, args: [] }))
  const script = `const calls = window.foyerDriver
    return calls ? calls.run(() => (${expression})) : { state: 'missing' }`
  let result = await send(script)
  // A new document does not have the library yet.
  if (result.state === 'missing') result = await send(`${library?.text};${script}`)
  // The driver could wait for a promise too, but it waits forever if the document is left meanwhile.
  while (result.state === 'pending') {
    await pause(10)
    result = await send(`return window.foyerDriver?.result() ?? { state: 'missing' }`)
  }
  if (result.state === 'missing') throw new DriverError('no document', 'The document was left.')
  if (result.state === 'failed') throw new Error(String(result.value))
  return result
}
