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
  /** Runs SQL statements on the Postgres. Returns whether they succeeded. */
  run: boolean
}

export interface Call {
  id: number
  name: keyof Answers
  count: number
  sql: string
}

export interface SimulatedServices {
  ask<Name extends keyof Answers>(name: Name, count?: number): Promise<Answers[Name]>
  run(sql: string): Promise<void>
  /** Whether the statements succeed. */
  succeeds(sql: string): Promise<boolean>
  close(): Promise<void>
}

/** The workers of a server that has just started may hold locks. */
const attempts = 10

/** @param mailMs how long the mail server takes to accept an email */
export async function startSimulatedServices(mailMs = 0): Promise<SimulatedServices> {
  const main = fileURLToPath(new URL('simulated-services.ts', import.meta.url))
  const child = fork(main, [String(mailMs)])
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
  function send<Name extends keyof Answers>(name: Name, count: number, sql: string) {
    calls += 1
    const call: Call = { id: calls, name, count, sql }
    const answer = new Promise<Answers[Name]>((resolve) => waiting.set(call.id, resolve))
    child.send(call)
    return Promise.race([answer, gone])
  }
  return {
    ask: (name, count = 0) => send(name, count, ''),
    async run(sql) {
      for (let attempt = 0; attempt < attempts; attempt += 1) {
        if (await send('run', 0, sql)) return
        await new Promise((resolve) => setTimeout(resolve, 1000))
      }
      throw new Error('The statements failed.')
    },
    succeeds: (sql) => send('run', 0, sql),
    async close() {
      child.disconnect()
      await ended
    },
  }
}
