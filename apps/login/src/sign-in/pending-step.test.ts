import { expect, it } from 'vitest'
import { createPendingEmailLinks } from '../email-link/pending-email-link.ts'
import { createPendingResets } from '../password/pending-reset.ts'
import { createSentLinks } from '../sign-in-link/sent-link.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createPendingSteps } from './pending-step.ts'

const waiting = { tenantId: 'acme', email: 'ayse@acme.example', resendAt: 60_000 }
const minute = 60_000

type Storage = ReturnType<typeof createMemoryStorage>
type Now = () => number

const notes = {
  'a link for a new password': (storage: Storage, now: Now) =>
    createPendingResets(storage, now).keep({ ...waiting, method: 'password' }),
  'a link of the method emailLink': (storage: Storage, now: Now) =>
    createPendingEmailLinks(storage, now).keep({
      ...waiting,
      method: 'emailLink',
      id: 'id-1',
      secret: 'secret',
    }),
  'a sign-in link': (storage: Storage, now: Now) => createSentLinks(storage, now).keep(waiting),
}

it.each(Object.entries(notes))(
  'a reload finds the step of %s while the email may be late, and not later',
  (_what, keep) => {
    const storage = createMemoryStorage()
    let time = 0
    const now = () => time
    keep(storage, now)
    const pendingSteps = createPendingSteps(storage, now)
    time = 29 * minute
    expect(pendingSteps.recall('acme')).toMatchObject({ email: waiting.email })
    expect(pendingSteps.recall('globex')).toBeNull()
    time = 30 * minute
    expect(pendingSteps.recall('acme')).toBeNull()
  },
)
