import { fileURLToPath } from 'node:url'
import { freePort, startProcess } from '../load/process.ts'
import type { Subject } from './subject.ts'

const main = fileURLToPath(new URL('application.ts', import.meta.url))

/** The application without a proxy. The others forward requests to it and are compared with it. */
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
    users: [''],
    pid: null,
    close: () => server.close(),
  }
}
