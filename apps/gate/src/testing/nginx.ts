import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { join } from 'node:path'
import { vi } from 'vitest'

const guide = join(import.meta.dirname, '../../../../docs/gate.md')

/** It is not on npm. */
export const hasNginx = isInstalled()

function isInstalled(): boolean {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The guide's sample configuration, with this test's names, ports, files and certificate. */
function configOf(directory: string, host: string, port: number, gates: readonly number[]): string {
  const sample = /```nginx\n([^]*?)```/.exec(readFileSync(guide, 'utf8'))?.[1] ?? ''
  const here = sample
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^ *ssl_certificate.*$/gm, '')
    .replace('app.example.com', host)
    .replace(/^( *server )127\.0\.0\.1:4100(.*)$/m, (_line, before: string, after: string) =>
      gates.map((gate) => `${before}127.0.0.1:${gate}${after}`).join('\n'),
    )
    .replace('/var/log/nginx/app.log', join(directory, 'access.log'))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return `daemon off; pid ${directory}/pid; error_log ${directory}/error.log; worker_processes 1; events {}
    http { ${temporary.map((name) => `${name}_temp_path ${directory}/${name};`).join(' ')}
    ${here} }`
}

interface NginxSettings {
  host: string
  port: number
  /** The ports of the gates. */
  gates: readonly number[]
}

const configFileIn = (directory: string) => join(directory, 'nginx.conf')

/** Writes the configuration of the guide. nginx reads it at its start, and again at SIGHUP. */
export function writeNginxConfig(directory: string, { host, port, gates }: NginxSettings): void {
  writeFileSync(configFileIn(directory), configOf(directory, host, port, gates))
}

/** Starts nginx as the guide sets it up. Resolves when it listens. */
export async function startNginx(
  directory: string,
  settings: NginxSettings,
): Promise<ChildProcess> {
  const { port } = settings
  writeNginxConfig(directory, settings)
  const config = configFileIn(directory)
  const nginx = spawn('nginx', ['-c', config, '-p', directory], { stdio: 'ignore' })
  // It listens a moment after its start.
  await vi.waitFor(async () => {
    const socket = net.connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.destroy()
  }, 15_000)
  return nginx
}
