import type { Part, PartState } from '../parts/part.ts'
import type { MailServer } from './mail-server.ts'
import { startMailServer } from './mail-server.ts'
import type { Mail } from './read-mail.ts'

/** The mail server runs in this process, but can be stopped and started like the other parts. */
export function createMailPart(port: number, onMail: (mail: Mail) => void): Part {
  let state: PartState = 'stopped'
  let server: MailServer | null = null
  let last: Promise<void> = Promise.resolve()

  // Runs the actions one after the other, because a start and a stop may overlap.
  const enqueue = (action: () => Promise<void>) => {
    const result = last.then(action)
    last = result.catch(() => {})
    return result
  }

  const stop = () =>
    enqueue(async () => {
      await server?.close()
      server = null
      state = 'stopped'
    })

  return {
    name: 'mail',
    state: () => state,
    start: () =>
      enqueue(async () => {
        server ??= await startMailServer(port, onMail)
        state = 'ready'
      }),
    stop,
    kill: stop,
  }
}
