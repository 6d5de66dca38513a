import { compare, keepsItsOrder } from './compare.ts'
import type { Trace } from './trace.ts'

/**
 * Changes a recorded trace in every place, one at a time, and lists the changes that the comparison does not
 * detect. It must detect all of them; otherwise "identical" would mean nothing.
 */
export function unseenAlterations(trace: Trace): string[] {
  return [...alterations(trace)]
    .filter(([, altered]) => compare(trace, altered).length === 0)
    .map(([what]) => what)
}

function* alterations(trace: Trace): Generator<[what: string, altered: Trace]> {
  const { events, ...rest } = trace
  for (const [index, event] of events.entries()) {
    const next = events[index + 1]
    yield [`dropped: ${event}`, { ...trace, events: events.toSpliced(index, 1) }]
    yield [`repeated: ${event}`, { ...trace, events: events.toSpliced(index, 0, event) }]
    if (next === undefined || next === event || !keepsItsOrder(next)) continue
    yield [`swapped: ${event}`, { ...trace, events: events.toSpliced(index, 2, next, event) }]
  }
  for (const path of leavesOf(rest)) {
    const altered = structuredClone(trace)
    alter(altered, path)
    yield [`altered: ${path.join('.')}`, altered]
  }
}

function leavesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const keys = Object.keys(value)
  if (keys.length === 0) return [[...path, 'added']]
  return keys.flatMap((key) => leavesOf((value as Record<string, unknown>)[key], [...path, key]))
}

function alter(trace: object, path: string[]): void {
  const last = path.at(-1) ?? ''
  let holder = trace as Record<string, unknown>
  for (const key of path.slice(0, -1)) holder = holder[key] as Record<string, unknown>
  holder[last] = `not ${String(holder[last])}`
}
