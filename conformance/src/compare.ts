import type { Trace } from './trace.ts'

/** One leaf in which two traces differ; `undefined` says that there is none. */
export interface Difference {
  readonly at: string
  readonly theirs?: unknown
  readonly ours?: unknown
}

/**
 * What may come earlier with us than with them: reading the project and reading an account depend
 * on nothing but the request, so they need not wait for each other. All else keeps its order.
 */
export const mayComeEarlier = /^(fetch GET https:\/\/www\.googleapis\.com\/|account )/

/** All differences between two traces, events by order, the rest leaf by leaf. */
export function compare(theirs: Trace, ours: Trace): Difference[] {
  const { events: theirEvents, ...theirRest } = theirs
  const { events: ourEvents, ...ourRest } = ours
  return [...compareEvents(theirEvents, ourEvents), ...compareLeaves('', theirRest, ourRest)]
}

function compareEvents(theirs: string[], ours: string[]): Difference[] {
  const [theirOrder, ourOrder] = [inOrder(theirs), inOrder(ours)]
  return [
    ...compareLeaves('events', theirOrder.fixed, ourOrder.fixed),
    ...comparePlaces(theirOrder.early, ourOrder.early),
  ]
}

/** The events that keep their order, and for each that may come earlier how many are before it. */
function inOrder(events: string[]) {
  const fixed: string[] = []
  const early = new Map<string, number[]>()
  for (const event of events) {
    if (!mayComeEarlier.test(event)) fixed.push(event)
    else early.set(event, [...(early.get(event) ?? []), fixed.length])
  }
  return { fixed, early }
}

function comparePlaces(theirs: Map<string, number[]>, ours: Map<string, number[]>): Difference[] {
  const differences: Difference[] = []
  for (const event of new Set([...theirs.keys(), ...ours.keys()])) {
    const [theirPlaces, ourPlaces] = [theirs.get(event) ?? [], ours.get(event) ?? []]
    if (theirPlaces.length !== ourPlaces.length) {
      differences.push({
        at: `times of ${event}`,
        theirs: theirPlaces.length,
        ours: ourPlaces.length,
      })
    }
    theirPlaces.forEach((place, time) => {
      const ourPlace = ourPlaces[time]
      if (ourPlace !== undefined && ourPlace > place) {
        differences.push({ at: `place of ${event} (${time})`, theirs: place, ours: ourPlace })
      }
    })
  }
  return differences
}

function compareLeaves(at: string, theirs: unknown, ours: unknown): Difference[] {
  if (!isTree(theirs) || !isTree(ours) || Array.isArray(theirs) !== Array.isArray(ours)) {
    return JSON.stringify(theirs) === JSON.stringify(ours) ? [] : [{ at, theirs, ours }]
  }
  return [...new Set([...Object.keys(theirs), ...Object.keys(ours)])].flatMap((key) =>
    compareLeaves(at ? `${at}.${key}` : key, theirs[key], ours[key]),
  )
}

function isTree(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
