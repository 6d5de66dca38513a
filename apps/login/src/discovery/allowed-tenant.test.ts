import { expect, it } from 'vitest'
import { isAllowedTenant } from './allowed-tenant.ts'

const search = () =>
  `?${new URLSearchParams({ redirect_uri: 'https://app.example.com/redirect', state: 'a b+c' })}`

function ask(tids: string[], answer: () => Promise<Response>) {
  const sent: [string, unknown][] = []
  const send = (url: string, { body }: RequestInit) => {
    sent.push([url, body])
    return answer()
  }
  return { sent, result: isAllowedTenant('acme', tids, { search, send, limitMs: 1_000 }) }
}

it.each([
  [['globex', 'acme'], true],
  [['globex'], false],
])('the companies of the request are compared without a request: %j', async (tids, isAllowed) => {
  const { sent, result } = ask(tids, () => Promise.reject(new Error('Nothing is asked.')))
  expect(await result).toBe(isAllowed)
  expect(sent).toEqual([])
})

it.each([
  [['acme'], true],
  [['_'], false],
])(
  'an application that names its companies to nobody is asked about one: %j',
  async (tenantIds, isAllowed) => {
    const { sent, result } = ask(['_'], async () =>
      Response.json({ originalUri: 'https://app.example.com/', tenantIds }),
    )
    expect(await result).toBe(isAllowed)
    expect(sent).toEqual([
      ['https://app.example.com/redirect', JSON.stringify({ state: 'a b+c', tid: 'acme' })],
    ])
  },
)

it.each<[string, () => Promise<Response>]>([
  ['auth/network-request-failed', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['unavailable', async () => new Response('', { status: 503 })],
  ['unavailable', async () => Response.json({ tenantIds: ['acme'] }, { status: 500 })],
  ['unavailable', async () => Response.json({ tenantIds: 'acme' })],
])('a question without an answer fails with %s, and can be repeated', async (code, answer) => {
  await expect(ask(['_'], answer).result).rejects.toMatchObject({ code })
})
