import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startBare } from '../gate/start-bare.ts'
import { signIn, startGateProcess } from '../gate/start-foyer-gate.ts'
import { headersOfUser } from '../gate/subject.ts'
import { loadFully } from '../load/load.ts'
import { freePort } from '../load/process.ts'
import { requestBytes } from '../load/request.ts'
import type { Point } from './growth.ts'
import {
  accepting,
  connections,
  pointsOf,
  residentMegabytes,
  type LoadedProcess,
} from './loaded-process.ts'

export interface SessionFigures {
  /** Processor time of a request, by the number of sessions that are used in turn. */
  cost: Point[]
  /** The gate's memory when it has seen all of them. */
  memory: Point[]
}

const atOnce = 16

/** The gate with more and more sessions, with these settings of its memory in megabytes. */
export async function gateBySessions(
  sizes: readonly number[],
  memories: readonly number[],
): Promise<SessionFigures[]> {
  const bare = await startBare()
  const data = mkdtempSync(path.join(tmpdir(), 'foyer-bench-sessions-'))
  const port = await freePort()
  const place = { applicationPort: bare.port, host: `localhost:${port}`, data }
  try {
    const sessions = await signInMany(port, place, Math.max(...sizes))
    const figures: SessionFigures[] = []
    for (const memory of memories) {
      // The same data, so that the sessions are valid.
      const gate = await startGateProcess(port, place, { GATE_SESSION_MEMORY: String(memory) })
      try {
        figures.push(await measure({ pid: gate.pid, port, host: place.host }, sessions, sizes))
      } finally {
        await gate.close()
      }
    }
    return figures
  } finally {
    await bare.close()
    rmSync(data, { recursive: true })
  }
}

async function signInMany(
  port: number,
  place: Parameters<typeof startGateProcess>[1],
  count: number,
): Promise<string[]> {
  const gate = await startGateProcess(port, place)
  const sessions: string[] = []
  let begun = 0
  const signInNext = async () => {
    while (begun < count) {
      begun += 1
      sessions.push(await signIn(port, place.host, `user-${begun}`))
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, signInNext))
    return sessions
  } finally {
    await gate.close()
  }
}

interface Gate {
  pid: number
  port: number
  host: string
}

async function measure(
  { pid, port, host }: Gate,
  sessions: readonly string[],
  sizes: readonly number[],
): Promise<SessionFigures> {
  const figures: SessionFigures = { cost: [], memory: [] }
  for (const size of sizes) {
    let sent = 0
    const next = () => {
      sent += 1
      return requestBytes('GET', '/', headersOfUser(host, sessions[sent % size]))
    }
    const work = { port, connections, check: accepting('A request'), next }
    // Each session once before.
    await loadFully({ ...work, seconds: 600, next: () => (sent < size ? next() : null) })
    const subject: LoadedProcess = { size, pid, work, close: async () => {} }
    figures.cost.push(...(await pointsOf([subject])))
    figures.memory.push({ size, cost: residentMegabytes(pid) })
  }
  return figures
}
