import { fileURLToPath } from 'node:url'
import { freePort, startProcess } from '../load/process.ts'
import type { Subject } from './subject.ts'

const main = fileURLToPath(new URL('application.ts', import.meta.url))

/** The application with nothing before it: what the others are compared with, and pass requests to. */
export async function startBare(): Promise<Subject> {
  const port = await freePort()
  const server = await startProcess(
    process.execPath,
    [...process.execArgv, main, String(port)],
    port,
  )
  return {
    name: 'nothing',
    port,
    host: `localhost:${port}`,
    visitors: [''],
    pid: null,
    close: () => server.close(),
  }
}
