import { readFileSync } from 'node:fs'
import { loadFully, type Work } from '../load/load.ts'
import { cpuMs } from './cpu.ts'
import type { Point } from './growth.ts'
import { leastOfEach } from './least.ts'

/** A server with the work whose cost is measured. */
export interface LoadedProcess {
  size: number
  pid: number
  work: Omit<Work, 'seconds'>
  close(): Promise<void>
}

const rounds = 7
export const connections = 8

/** Processor time of the process for one request. */
async function costOf({ pid, work }: LoadedProcess): Promise<number> {
  const before = cpuMs(pid)
  const { requests } = await loadFully({ ...work, seconds: 1 })
  return (cpuMs(pid) - before) / requests
}

export async function pointsOf(processes: readonly LoadedProcess[]): Promise<Point[]> {
  // The first is not measured: a new process compiles its code meanwhile.
  for (const each of processes) await costOf(each)
  const costs = await leastOfEach(processes, rounds, costOf)
  return processes.map(({ size }, index) => ({ size, cost: costs[index] ?? NaN }))
}

/** A run with wrong responses measures nothing. */
export const accepting = (what: string) => (answer: { status: number }) => {
  if (answer.status !== 200) throw new Error(`${what} was answered with ${answer.status}.`)
}

export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024
}
