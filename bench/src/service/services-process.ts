import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The calls to the process with the service's simulated dependencies, and their results. */
export interface Answers {
  addresses: { platform: string; mail: string; postgres: string }
  /** ID tokens of this number of new accounts without a first login. */
  newUsers: string[]
  kept: { accounts: number; emails: number }
  /** The tokens from the links in the emails. */
  confirmations: string[]
  /** Deletes accounts and emails, so that earlier rounds do not slow down later ones. */
  forget: null
}

export interface Call {
  id: number
  name: keyof Answers
  count: number
}

export interface SimulatedServices {
  ask<Name extends keyof Answers>(name: Name, count?: number): Promise<Answers[Name]>
  close(): Promise<void>
}

export async function startSimulatedServices(): Promise<SimulatedServices> {
  const child = fork(fileURLToPath(new URL('simulated-services.ts', import.meta.url)))
  const waiting = new Map<number, (answer: never) => void>()
  let calls = 0
  await once(child, 'message')
  child.on('message', ({ id, answer }: { id: number; answer: never }) => {
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  const ended = once(child, 'exit')
  const gone = ended.then(() => {
    throw new Error('The process with the services ended unexpectedly.')
  })
  gone.catch(() => {})
  return {
    ask(name, count = 0) {
      calls += 1
      const call: Call = { id: calls, name, count }
      const answer = new Promise<Answers[typeof name]>((resolve) => waiting.set(call.id, resolve))
      child.send(call)
      return Promise.race([answer, gone])
    },
    async close() {
      child.disconnect()
      await ended
    },
  }
}
