import type { Part, PartState } from '../parts/part.ts'
import type { MailServer } from './mail-server.ts'
import { startMailServer } from './mail-server.ts'
import type { Mail } from './read-mail.ts'

/** The mail server lives in this process, but can be taken away and put back like the other parts. */
export function createMailPart(port: number, onMail: (mail: Mail) => void): Part {
  let state: PartState = 'stopped'
  let server: MailServer | null = null
  let last: Promise<void> = Promise.resolve()

  const inTurn = (action: () => Promise<void>) => {
    const turn = last.then(action)
    last = turn.catch(() => {})
    return turn
  }

  const stop = () =>
    inTurn(async () => {
      await server?.close()
      server = null
      state = 'stopped'
    })

  return {
    name: 'mail',
    state: () => state,
    start: () =>
      inTurn(async () => {
        server ??= await startMailServer(port, onMail)
        state = 'ready'
      }),
    stop,
    kill: stop,
  }
}
