import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('a process that imports the Postgres server keeps its exit code', () => {
  const server = new URL('./postgres-server.ts', import.meta.url).href
  const script = `await import(${JSON.stringify(server)}); process.exitCode = 3`
  const started = ['--import', 'tsx', '--input-type=module', '--eval', script]
  const { status, stderr } = spawnSync(process.execPath, started)
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 3, stderr: '' })
})
