import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeProtectedHeader, type JWK } from 'jose'
import { expect, it } from 'vitest'
import { createIdentityPlatform } from '../testing/identity-platform.ts'
import { createKeySet } from './key-set.ts'

const platform = await createIdentityPlatform(() => 0)
const token = await platform.idToken()
const known = decodeProtectedHeader(token)
const flattened = { payload: '', signature: '' }

/** A key set with a clock that the test sets, and an issuer whose keys it can change. */
async function setUp() {
  const issuer = { keys: (await keysOf(platform.fetch)) as JWK[], isDown: false, fetches: 0 }
  const clock = { now: 1000 }
  const keySet = createKeySet(new URL('https://keys.example/'), {
    now: () => clock.now,
    fetch: async () => {
      issuer.fetches += 1
      if (issuer.isDown) throw new TypeError('fetch failed')
      return Response.json(
        { keys: issuer.keys },
        { headers: { 'cache-control': 'public, max-age=100' } },
      )
    },
  })
  const find = (kid = known.kid ?? '') => keySet({ alg: 'RS256', kid }, flattened)
  return { issuer, clock, find }
}

async function keysOf(from: typeof fetch) {
  const body = (await (await from('https://keys.example/')).json()) as { keys: unknown }
  return body.keys
}

it('the key set is fetched once for as long as its response may be cached', async () => {
  const { issuer, clock, find } = await setUp()
  await Promise.all([find(), find()])
  clock.now += 99
  await find()
  expect(issuer.fetches).toBe(1)
  clock.now += 1
  await find()
  expect(issuer.fetches).toBe(2)
})

it('the key set is fetched again for an unknown key id, but at most every thirty seconds', async () => {
  const { issuer, clock, find } = await setUp()
  await find()
  clock.now += 29
  await expect(find('unknown')).rejects.toThrow()
  expect(issuer.fetches).toBe(1)
  clock.now += 1
  await expect(find('unknown')).rejects.toThrow()
  await expect(find('another')).rejects.toThrow()
  expect(issuer.fetches).toBe(2)
})

it('the key set is cached for an hour if its response does not say for how long', async () => {
  for (const cacheControl of [undefined, 'no-cache', 'max-age=x1', 'max-age=1x', 's-max-age=1']) {
    const keys = await keysOf(platform.fetch)
    const clock = { now: 1000 }
    let fetches = 0
    const keySet = createKeySet(new URL('https://keys.example/'), {
      now: () => clock.now,
      fetch: async () => {
        fetches += 1
        const headers = cacheControl === undefined ? {} : { 'cache-control': cacheControl }
        return Response.json({ keys }, { headers })
      },
    })
    const find = () => keySet({ alg: 'RS256', kid: known.kid ?? '' }, flattened)
    await find()
    clock.now += 3599
    await find()
    expect(fetches).toBe(1)
    clock.now += 1
    await find()
    expect(fetches).toBe(2)
  }
})

it.each<[string, () => Response]>([
  ['an error', () => Response.json({ keys: [] }, { status: 500 })],
  ['a list', () => Response.json([])],
  ['no keys', () => Response.json({ keys: 'none' })],
  ['no JSON', () => new Response('<html>')],
])('the response of the issuer with %s is no key set', async (_what, answer) => {
  const keySet = createKeySet(new URL('https://keys.example/'), {
    now: () => 1000,
    fetch: async () => answer(),
  })
  await expect(
    Promise.resolve(keySet({ alg: 'RS256', kid: 'any' }, flattened)),
  ).rejects.toMatchObject({ status: 'UNAVAILABLE' })
})

it('an issuer that is down is not asked at each request while old keys are used', async () => {
  const { issuer, clock, find } = await setUp()
  await find()
  issuer.isDown = true
  clock.now += 100
  await find()
  clock.now += 29
  await find()
  expect(issuer.fetches).toBe(2)
  clock.now += 1
  await find()
  expect(issuer.fetches).toBe(3)
})

it('a known key among several is not fetched again', async () => {
  const { issuer, clock, find } = await setUp()
  issuer.keys = [...issuer.keys, ...issuer.keys.map((key) => ({ ...key, kid: 'other' }))]
  await find()
  clock.now += 30
  await find()
  await find('other')
  expect(issuer.fetches).toBe(1)
})

it('a key that the issuer has just begun to use is found', async () => {
  const { issuer, clock, find } = await setUp()
  await find()
  issuer.keys = issuer.keys.map((key) => ({ ...key, kid: 'rotated' }))
  clock.now += 30
  await expect(find('rotated')).resolves.toBeDefined()
  expect(issuer.fetches).toBe(2)
  await expect(find()).rejects.toThrow()
})

it('the old keys are used for up to a day while the issuer is down', async () => {
  const { issuer, clock, find } = await setUp()
  await find()
  issuer.isDown = true
  clock.now += 24 * 3600
  await expect(find()).resolves.toBeDefined()
  expect(issuer.fetches).toBe(2)
  clock.now += 30
  await expect(find()).rejects.toMatchObject({ status: 'UNAVAILABLE' })
})

it('an error says that keys cannot be fetched, and a later fetch may succeed', async () => {
  const { issuer, find } = await setUp()
  issuer.isDown = true
  await expect(find()).rejects.toMatchObject({ status: 'UNAVAILABLE' })
  issuer.isDown = false
  await expect(find()).resolves.toBeDefined()
})

/** The outcome with an issuer that does not simply answer, and the paths that were requested. */
async function findAt(answer: http.RequestListener, timeoutMilliseconds?: number) {
  const asked: string[] = []
  const issuer = http.createServer((req, res) => {
    asked.push(req.url ?? '')
    answer(req, res)
  })
  issuer.listen(0, '127.0.0.1')
  await once(issuer, 'listening')
  const { port } = issuer.address() as AddressInfo
  const keySet = createKeySet(new URL(`http://127.0.0.1:${port}/keys`), {
    fetch,
    now: () => 1000,
    ...(timeoutMilliseconds !== undefined && { timeoutMilliseconds }),
  })
  const outcome = await Promise.resolve(
    keySet({ alg: 'RS256', kid: known.kid ?? '' }, flattened),
  ).then(
    () => 'found',
    (error: unknown) => (error as { status?: string }).status,
  )
  issuer.closeAllConnections()
  issuer.close()
  return { outcome, asked }
}

it('a redirect of the issuer is not followed to other keys', async () => {
  const keys = await keysOf(platform.fetch)
  const { outcome, asked } = await findAt((req, res) => {
    if (req.url === '/keys') res.writeHead(302, { location: '/elsewhere' }).end()
    else res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }))
  })
  expect(asked).toEqual(['/keys'])
  expect(outcome).toBe('UNAVAILABLE')
})

it.each<[string, http.RequestListener]>([
  ['says nothing', () => {}],
  ['stops in the middle of its answer', (_, res) => void res.write('{"keys":[')],
])('an issuer that %s does not block sign-ins for ever', async (_, answer) => {
  expect((await findAt(answer, 50)).outcome).toBe('UNAVAILABLE')
})
