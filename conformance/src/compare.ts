import type { Trace } from './trace.ts'

/** One place in which two traces differ. A side without a value there is left out. */
export interface Difference {
  readonly at: string
  readonly theirs?: unknown
  readonly ours?: unknown
}

/**
 * Events that may come earlier in our engine: the project lookup and the refresh of a token need only the
 * request, so they need not wait for each other. All other events keep their order.
 */
const mayComeEarlier = /^(fetch GET https:\/\/www\.googleapis\.com\/|refresh token )/

export function keepsItsOrder(event: string): boolean {
  return !mayComeEarlier.test(event)
}

/** All differences between two traces: events by order, everything else value by value. */
export function compare(theirs: Trace, ours: Trace): Difference[] {
  const { events: theirEvents, ...theirRest } = theirs
  const { events: ourEvents, ...ourRest } = ours
  return [...compareEvents(theirEvents, ourEvents), ...compareLeaves('', theirRest, ourRest)]
}

function compareEvents(theirs: string[], ours: string[]): Difference[] {
  const common = commonEvents(theirs.filter(keepsItsOrder), ours.filter(keepsItsOrder))
  const [theirSide, ourSide] = [align(theirs, common), align(ours, common)]
  const differences: Difference[] = [
    ...theirSide.alone.map(({ event, place }) => ({ at: `events.${place}`, theirs: event })),
    ...ourSide.alone.map(({ event, place }) => ({ at: `events.${place}`, ours: event })),
  ]
  for (const event of new Set([...theirSide.early.keys(), ...ourSide.early.keys()])) {
    const [theirPlaces, ourPlaces] = [
      theirSide.early.get(event) ?? [],
      ourSide.early.get(event) ?? [],
    ]
    if (theirPlaces.length !== ourPlaces.length) {
      const times = { theirs: theirPlaces.length, ours: ourPlaces.length }
      differences.push({ at: `times of ${event}`, ...times })
    }
    for (const [time, place] of theirPlaces.entries()) {
      const ourPlace = ourPlaces[time] ?? 0
      if (ourPlace > place) {
        differences.push({ at: `place of ${event}`, theirs: place, ours: ourPlace })
      }
    }
  }
  return differences
}

/** The longest series of events that both have in this order. */
function commonEvents(theirs: string[], ours: string[]): string[] {
  let below: string[][] = ours.map(() => [])
  below.push([])
  for (const their of theirs.toReversed()) {
    const row: string[][] = [[]]
    for (let index = ours.length - 1; index >= 0; index--) {
      const right = row[0] ?? []
      const under = below[index] ?? []
      const longer = right.length > under.length ? right : under
      row.unshift(ours[index] === their ? [their, ...(below[index + 1] ?? [])] : longer)
    }
    below = row
  }
  return below[0] ?? []
}

/**
 * The events of one side compared with the common ones: the events that only it has, and those that may come earlier, each
 * with the number of common events before it.
 */
function align(events: string[], common: string[]) {
  const alone: { event: string; place: number }[] = []
  const early = new Map<string, number[]>()
  let place = 0
  for (const event of events) {
    if (!keepsItsOrder(event)) early.set(event, [...(early.get(event) ?? []), place])
    else if (event === common[place]) place += 1
    else alone.push({ event, place })
  }
  return { alone, early }
}

function compareLeaves(at: string, theirs: unknown, ours: unknown): Difference[] {
  if (!isTree(theirs) || !isTree(ours) || Array.isArray(theirs) !== Array.isArray(ours)) {
    if (JSON.stringify(theirs) === JSON.stringify(ours)) return []
    return [{ at, ...(theirs !== undefined && { theirs }), ...(ours !== undefined && { ours }) }]
  }
  return [...new Set([...Object.keys(theirs), ...Object.keys(ours)])].flatMap((key) =>
    compareLeaves(at ? `${at}.${key}` : key, theirs[key], ours[key]),
  )
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
