import { beforeEach, expect, it } from 'vitest'
import { deriveKeys } from '../keys/derived-keys.ts'
import { describeWithEachStore } from '../testing/with-each-store.ts'
import { createLimiter } from './limiter.ts'

describeWithEachStore('limits', (database) => {
  const keys = deriveKeys(Buffer.alloc(32, 1))
  const limit = { name: 'test', max: 3, seconds: 60 }
  beforeEach(async () => {
    await database().deleteFrom('limits').execute()
  })

  it('a limit holds for concurrent requests to several instances', async () => {
    const instances = [1, 2, 3].map(() => createLimiter(database(), keys))
    const taken = await Promise.allSettled(
      [...instances, ...instances].map((instance) => instance.take(limit, '192.0.2.1')),
    )
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const refused = taken.find(({ status }) => status === 'rejected')
    expect(refused).toMatchObject({ reason: { code: 'resource-exhausted' } })
  })

  it('a limit counts each key separately, says when to retry, and starts again at zero', async () => {
    const hit: string[] = []
    const limiter = createLimiter(database(), keys, (name) => void hit.push(name))
    for (const _time of [1, 2, 3]) await limiter.take(limit, 'a')
    await limiter.take(limit, 'b')
    await limiter.take({ ...limit, name: 'other' }, 'a')
    const refusal: unknown = await limiter.take(limit, 'a').catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'resource-exhausted' })
    const { retryAfterSeconds } = refusal as { retryAfterSeconds: number }
    expect(retryAfterSeconds).toBeGreaterThan(50)
    expect(retryAfterSeconds).toBeLessThanOrEqual(60)
    expect(hit).toEqual(['test'])

    await database()
      .updateTable('limits')
      .set({ ends_at: new Date(0) })
      .execute()
    await limiter.take(limit, 'a')
  })

  it('a limit stores no IP address', async () => {
    await createLimiter(database(), keys).take(limit, 'ayse@acme.example')
    const rows = await database().selectFrom('limits').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('ayse')
  })
})
