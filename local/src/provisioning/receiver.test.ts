import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { createReceiver } from './receiver.ts'

const key = Buffer.alloc(32, 3)

function call(newUser: object, { idempotencyKey = 'k-1', signedWith = key } = {}) {
  const body = JSON.stringify(newUser)
  const signature = createHmac('sha256', signedWith).update(`1700000000.${body}`).digest('hex')
  return {
    body,
    headers: {
      'idempotency-key': idempotencyKey,
      'foyer-timestamp': '1700000000',
      'foyer-signature': `v1=${signature}`,
    },
  }
}

it('an account that is reported several times is recorded once', () => {
  const receiver = createReceiver(key)
  const ann = call({ uid: 'u-1', email: 'ann@example.com' })
  expect([receiver.receive(ann), receiver.receive(ann)]).toEqual([200, 200])
  receiver.receive(call({ uid: 'u-2', email: null }, { idempotencyKey: 'k-2' }))
  expect(receiver.announcements()).toEqual([
    { idempotencyKey: 'k-1', uid: 'u-1', email: 'ann@example.com', times: 2 },
    { idempotencyKey: 'k-2', uid: 'u-2', email: null, times: 1 },
  ])
})

it('a report without the right key is refused', () => {
  const receiver = createReceiver(key)
  expect(receiver.receive(call({ uid: 'u' }, { signedWith: Buffer.alloc(32) }))).toBe(401)
  expect(receiver.receive({ headers: {}, body: '{"uid":"u"}' })).toBe(401)
  expect(receiver.announcements()).toEqual([])
})

it('a report without an account is refused', () => {
  expect(createReceiver(key).receive(call({ email: 'ann@example.com' }))).toBe(400)
})

it('reports about one email address fail until they are allowed again', () => {
  const receiver = createReceiver(key)
  const [ann, ben] = ['ann', 'ben'].map((uid) =>
    call({ uid, email: `${uid}@example.com` }, { idempotencyKey: uid }),
  ) as [ReturnType<typeof call>, ReturnType<typeof call>]
  receiver.fail('ann@example.com')
  expect([receiver.receive(ann), receiver.receive(ben)]).toEqual([503, 200])
  receiver.recover('ann@example.com')
  expect(receiver.receive(ann)).toBe(200)
})
