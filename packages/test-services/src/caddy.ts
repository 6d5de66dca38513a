import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { findProgram } from './find-program.ts'
import { isListening, until } from './until.ts'

/** It is not on npm. */
const program = findProgram('caddy')

export const hasCaddy = spawnSync(program, ['version']).status === 0

export interface Caddy {
  close(): Promise<void>
}

/**
 * Starts Caddy with these sites, without TLS. Its files are in the folder, which is removed by the caller. Resolves when
 * it listens.
 */
export async function startCaddy(
  folder: string,
  { sites, port }: { sites: string; port: number },
): Promise<Caddy> {
  const file = path.join(folder, 'Caddyfile')
  writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${sites}`)
  const child = spawn(program, ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
  })
  const exited = once(child, 'exit')
  await until(() => isListening(port), 'Caddy does not listen')
  return {
    async close() {
      child.kill('SIGTERM')
      await exited
    },
  }
}
