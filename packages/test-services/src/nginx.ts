import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { findProgram } from './find-program.ts'
import { isListening, until } from './until.ts'

/** It is not on npm. */
const program = findProgram('nginx')

export const hasNginx = spawnSync(program, ['-v']).status === 0

interface NginxOptions {
  /** What belongs into the `http` block. */
  sites: string
  /** A port on which it listens. */
  port: number
  workers?: number
}

export interface Nginx {
  /** Resolves when all new requests are handled with this configuration. */
  reload(sites: string): Promise<void>
  close(): Promise<void>
}

/** Starts nginx. Its files are in the folder, which is removed by the caller. Resolves when it listens. */
export async function startNginx(
  folder: string,
  { sites, port, workers = 1 }: NginxOptions,
): Promise<Nginx> {
  const file = path.join(folder, 'nginx.conf')
  let version = 0
  const write = (text: string) => {
    version += 1
    const whole = `${text}\n${stateSite(folder, version)}`
    writeFileSync(file, nginxConfiguration(folder, whole, workers))
  }
  write(sites)
  const child = spawn(program, ['-c', file, '-p', folder], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  await until(() => isListening(port), 'nginx does not listen')
  return {
    async reload(changed) {
      write(changed)
      child.kill('SIGHUP')
      await until(async () => (await stateOf(folder)) === version, 'nginx did not reload')
    },
    async close() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

/** A complete configuration. Nothing of it is outside of the folder. */
export function nginxConfiguration(folder: string, sites: string, workers = 1): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const paths = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
  return `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes ${workers};
events { worker_connections 4096; }
http { ${paths}
${sites}
}`
}

const stateSocket = (folder: string) => path.join(folder, 'state.sock')

/** Responds with the version of the configuration. */
const stateSite = (folder: string, version: number) =>
  `server { listen unix:${stateSocket(folder)}; access_log off; return 200 ${version}; }`

function stateOf(folder: string): Promise<number> {
  return new Promise((resolve, reject) => {
    http
      .get({ socketPath: stateSocket(folder), agent: false }, (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('end', () => resolve(Number(text)))
      })
      .on('error', reject)
  })
}
