import { describe, expect, it } from 'vitest'
import { chainTo } from './chain.ts'
import type { Exchange } from './traffic.ts'

function exchange(
  address: string,
  type: string,
  sentAt: number,
  receivedAt: number | null,
  more: Partial<Exchange> = {},
): Exchange {
  const url = new URL(address, 'https://login.example.com')
  return {
    url,
    type,
    sentAt,
    receivedAt,
    bytes: 0,
    newConnection: false,
    fromCache: false,
    failed: null,
    ...more,
  }
}

const page = exchange('/', 'Document', 0, 500, { newConnection: true })
const script = exchange('/script.js', 'Script', 510, 900)
const config = exchange('/config.json', 'Fetch', 510, 700)
const cookie = 'https://app.example.com/_gcp_iap/gcip_authenticate'
const question = exchange(cookie, 'Preflight', 921, 1400, { newConnection: true })
const answer = exchange(cookie, 'Fetch', 920, 1900, { newConnection: true })
const leaving = exchange('https://app.example.com/', 'Document', 1910, null)

describe('the chain to the last request', () => {
  it('the chain to the last request has the response that arrived last before each request was sent', () => {
    const { steps } = chainTo(leaving, [page, config, script, question, answer, leaving])
    expect(steps).toEqual(['page', 'script', 'cookie with preflight'])
  })

  it('the chain to the last request counts a round trip for each request, and two for each connection', () => {
    const { roundTrips } = chainTo(leaving, [page, config, script, question, answer, leaving])
    expect(roundTrips).toBe(3 + 1 + (3 + 3))
  })

  it('the chain to the last request leaves out responses from the cache', () => {
    const kept = { ...script, fromCache: true }
    const { steps } = chainTo(leaving, [page, config, kept, question, answer, leaving])
    expect(steps).toEqual(['page', 'config', 'cookie with preflight'])
  })

  it('the chain to the last request leaves out images, because no request waits for one', () => {
    const picture = exchange('/logo.svg', 'Image', 600, 915)
    const { steps } = chainTo(leaving, [page, script, picture, question, answer, leaving])
    expect(steps).toEqual(['page', 'script', 'cookie with preflight'])
  })
})
