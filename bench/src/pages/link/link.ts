import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { LinkOrder, LinkPlan } from './link-worker.ts'
import type { LinkProfile } from './profile.ts'

/**
 * A line between a browser and servers on loopback. It charges what a browser's own throttling leaves
 * out: a round trip for the handshake of each TCP connection, and by its real bytes that of TLS.
 */
export interface Link {
  /** Where the browser finds each host. */
  readonly ports: readonly number[]
  use(profile: LinkProfile): Promise<void>
  /** Every connection ends, as it would between two visits. */
  cut(): Promise<void>
  close(): Promise<void>
}

export async function openLink(plan: LinkPlan): Promise<Link> {
  const worker = new Worker(new URL('link-worker.ts', import.meta.url), { workerData: plan })
  const [ports] = (await once(worker, 'message')) as [number[]]
  const order = async (order: LinkOrder): Promise<void> => {
    worker.postMessage(order)
    await once(worker, 'message')
  }
  return {
    ports,
    use: (profile) => order({ kind: 'use', profile }),
    cut: () => order({ kind: 'cut' }),
    async close() {
      await worker.terminate()
    },
  }
}
