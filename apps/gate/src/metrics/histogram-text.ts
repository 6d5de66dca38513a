import { durationBuckets, type DurationCounts, type GateCounts } from '../events/gate-counts.ts'

const name = 'foyer_gate_request_seconds'

/** The durations in the text format of Prometheus. `prom-client` could only count them one by one. */
export function histogramText({ requests }: Pick<GateCounts, 'requests'>): string {
  const lines = [`# HELP ${name} Time until a response was sent`, `# TYPE ${name} histogram`]
  for (const [key, counts] of requests) {
    const [kind, outcome] = partsOf(key)
    lines.push(...linesOf(`kind="${kind}",outcome="${outcome}"`, counts))
  }
  return `${lines.join('\n')}\n`
}

/** A key is two words with a space between them. */
export function partsOf(key: string): [first: string, second: string] {
  const at = key.indexOf(' ')
  return [key.slice(0, at), key.slice(at + 1)]
}

function linesOf(labels: string, { buckets, seconds }: DurationCounts): string[] {
  let total = 0
  const cumulative = buckets.map((count, index) => {
    total += count
    return `${name}_bucket{le="${durationBuckets[index] ?? '+Inf'}",${labels}} ${total}`
  })
  return [...cumulative, `${name}_sum{${labels}} ${seconds}`, `${name}_count{${labels}} ${total}`]
}
