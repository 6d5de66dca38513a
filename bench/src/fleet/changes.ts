import { setTimeout as wait } from 'node:timers/promises'
import type { Judge } from './judge.ts'
import type { Part } from './part.ts'

/** What can happen to an instance. */
export const kinds = ['stop', 'kill', 'upgrade'] as const
export type Kind = (typeof kinds)[number]

interface ChangesDeps {
  judge: Judge
  /** After a process is gone, nginx needs a moment to learn that its connections are closed. */
  noticedWithinMs: number
  /** Tells nginx whether it may send requests to the instance. */
  setInService: (part: Part, isInService: boolean) => Promise<void>
  /** nginx does not learn of a kill, but our own checks must not ask a dead gate. */
  setAlive: (part: Part, isAlive: boolean) => void
  onStarted: (part: Part) => Promise<void>
  print: (line: string) => void
}

/** How long a supervisor waits before it starts a killed process again. */
const restartMs = 1_000

export function createChanges(deps: ChangesDeps): (kind: Kind, part: Part) => Promise<void> {
  const { judge, noticedWithinMs, setInService, setAlive, onStarted, print } = deps

  async function kill(part: Part) {
    const from = Date.now()
    setAlive(part, false)
    await part.kill()
    judge.killed({ name: part.name, from, to: Date.now() + noticedWithinMs })
    await wait(restartMs)
  }

  /** In the order that docs/gate.md describes for nginx. */
  async function stop(part: Part) {
    setAlive(part, false)
    await setInService(part, false)
    await part.stop().catch((error: Error) => judge.violation(error.message))
  }

  return async (kind, part) => {
    const startedAt = Date.now()
    if (kind === 'kill') await kill(part)
    else await stop(part)
    if (kind === 'upgrade') part.upgrade()
    const endedAt = Date.now()
    await part.start()
    await onStarted(part)
    setAlive(part, true)
    await setInService(part, true)
    judge.count(`${part.name.split(' ')[0]}: ${kind}`)
    const [down, up] = [endedAt - startedAt, Date.now() - endedAt].map((ms) => ms / 1000)
    print(`${part.name}: ${kind} took ${down?.toFixed(1)} s, the start ${up?.toFixed(1)} s`)
  }
}
