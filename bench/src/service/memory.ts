import type { Service } from './start-service.ts'

/** Megabytes after a round. */
export interface MemorySample {
  resident: number
  heap: number
}

const megabyte = 1024 * 1024
const samplesOfRest = 10

/** The memory in use without garbage: the minimum of several samples while idle. */
export async function memoryAfterRest(service: Service): Promise<MemorySample> {
  service.collectGarbage()
  let least: MemorySample = { resident: Infinity, heap: Infinity }
  for (let count = 0; count < samplesOfRest; count += 1) {
    const metrics = await service.metrics()
    const of = (name: string) => (metrics.get(name) ?? NaN) / megabyte
    least = {
      resident: Math.min(least.resident, of('process_resident_memory_bytes')),
      heap: Math.min(least.heap, of('nodejs_heap_size_used_bytes')),
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return least
}

/** The slope of the best-fitting line through the values, per step. */
export function slopeOf(values: readonly number[]): number {
  const middle = (values.length - 1) / 2
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  let [covariance, variance] = [0, 0]
  for (const [index, value] of values.entries()) {
    covariance += (index - middle) * (value - mean)
    variance += (index - middle) ** 2
  }
  return variance === 0 ? 0 : covariance / variance
}
