import { once } from 'node:events'
import { openLinkServer } from './link-server.ts'
import type { LinkPlan } from './link-server.ts'
import type { LinkProfile } from './profile.ts'

// The link runs in its own process, so that its timers need not wait for the servers and the browser's driver.
// The first message is its configuration, answered with its ports; commands follow.

export type LinkOrder =
  | { readonly kind: 'use'; readonly profile: LinkProfile }
  | { readonly kind: 'cut' }

const [plan] = (await once(process, 'message')) as [LinkPlan]
const link = await openLinkServer(plan)
process.on('message', (order: LinkOrder) => {
  if (order.kind === 'cut') link.cut()
  else link.use(order.profile)
  process.send?.('done')
})
process.send?.(link.ports)
