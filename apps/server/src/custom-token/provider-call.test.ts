import { afterEach, expect, it, vi } from 'vitest'
import { askProvider } from './provider-call.ts'

afterEach(() => vi.unstubAllGlobals())

const url = new URL('https://provider.example/me')
const late = Object.assign(new Error('late'), { name: 'TimeoutError' })

/** Asks a provider that answers so, once each. */
async function ask(...answers: (Response | Error)[]) {
  const requests: RequestInit[] = []
  vi.stubGlobal('fetch', async (_url: URL, init: RequestInit) => {
    requests.push(init)
    const answer = answers.shift()
    if (answer instanceof Response) return answer
    throw answer ?? new Error('asked too often')
  })
  const outcome = await askProvider(url, { authorization: 'Bearer x' }).catch(
    (error: unknown) => error,
  )
  return { outcome, requests }
}

it('a provider is asked with the headers, without following redirects, and with a time limit', async () => {
  const { outcome, requests } = await ask(Response.json({ id: 1 }))
  expect(outcome).toEqual({ id: 1 })
  expect(requests).toEqual([
    {
      headers: { authorization: 'Bearer x' },
      redirect: 'error',
      signal: expect.any(AbortSignal) as unknown,
    },
  ])
})

it.each([
  [429, 'unavailable'],
  [500, 'unavailable'],
  [503, 'unavailable'],
  [400, 'provider-token-refused'],
  [401, 'provider-token-refused'],
  [499, 'provider-token-refused'],
])('the status %i of a provider is the failure %s', async (status, code) => {
  const { outcome, requests } = await ask(Response.json({}, { status }))
  expect(outcome).toMatchObject({ code })
  expect(requests).toHaveLength(1)
})

it('a provider that answers with something else than JSON is unavailable', async () => {
  const { outcome } = await ask(new Response('<html>'))
  expect(outcome).toMatchObject({ code: 'unavailable', cause: expect.any(Error) as unknown })
})

it('a provider whose connection fails is asked twice', async () => {
  const failure = new TypeError('fetch failed')
  expect((await ask(failure, Response.json({ id: 1 }))).outcome).toEqual({ id: 1 })
  const { outcome, requests } = await ask(failure, failure)
  expect(outcome).toMatchObject({ code: 'unavailable', cause: failure })
  expect(requests).toHaveLength(2)
})

it('a provider that is too late is not asked again', async () => {
  const { outcome, requests } = await ask(late)
  expect(outcome).toMatchObject({ code: 'deadline-exceeded', cause: late })
  expect(requests).toHaveLength(1)
  const second = await ask(new TypeError('fetch failed'), late)
  expect(second.outcome).toMatchObject({ code: 'deadline-exceeded' })
})
