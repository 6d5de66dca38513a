import { once } from 'node:events'
import { openLinkServer } from './link-server.ts'
import type { LinkPlan } from './link-server.ts'
import type { LinkProfile } from './profile.ts'

// The link in a process of its own: its timers may not wait for the servers and for what steers the
// browser. The first message is its plan, answered with its ports; then it takes orders.

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
