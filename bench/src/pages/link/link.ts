import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { LinkOrder } from './link-process.ts'
import type { LinkPlan } from './link-server.ts'
import type { LinkProfile } from './profile.ts'

/**
 * A simulated network between a browser and servers on loopback. It includes the costs that a browser's own
 * throttling ignores: a round trip for the handshake of each TCP connection, and the real bytes of TLS.
 */
export interface Link {
  /** The address at which the browser reaches each host. */
  readonly ports: readonly number[]
  use(profile: LinkProfile): Promise<void>
  /** Closes all connections, as between two visits. */
  cut(): Promise<void>
  close(): void
}

export async function openLink(plan: LinkPlan): Promise<Link> {
  const child = fork(fileURLToPath(new URL('link-process.ts', import.meta.url)), {
    serialization: 'advanced',
  })
  const ask = async (message: LinkPlan | LinkOrder): Promise<unknown> => {
    child.send(message)
    const [answer] = (await once(child, 'message')) as [unknown]
    return answer
  }
  const ports = (await ask(plan)) as number[]
  return {
    ports,
    async use(profile) {
      await ask({ kind: 'use', profile })
    },
    async cut() {
      await ask({ kind: 'cut' })
    },
    close: () => child.kill(),
  }
}
