import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { poll } from '../engines/webkit/poll.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const ownInternet = new URL('own-internet.mjs', import.meta.url).href

export interface Program {
  end: () => Promise<void>
}

/** Starts the built server or gate in production mode, and waits until it answers. */
export async function startProgram(
  name: 'server' | 'gate',
  settings: Readonly<Record<string, string>>,
  { internet, readyUrl }: { internet: string; readyUrl: string },
): Promise<Program> {
  const child = spawn(process.execPath, ['--import', ownInternet, `apps/${name}/dist/main.js`], {
    cwd: root,
    // It ends when this channel closes, however this process ends.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env['PATH'], TWO_SITES_INTERNET: internet, ...settings },
  })
  const ended = once(child, 'exit')
  const endedEarly = ended.then(() => {
    throw new Error(`The ${name} has ended. See its message above.`)
  })
  endedEarly.catch(() => {})
  const isReady = () =>
    fetch(readyUrl).then(
      ({ ok }) => ok,
      () => false,
    )
  await Promise.race([endedEarly, poll(`the ${name} answers`, isReady, { timeout: 100_000 })])
  return {
    async end() {
      child.kill()
      await ended
    },
  }
}
