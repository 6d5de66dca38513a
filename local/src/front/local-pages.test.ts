import { describe, expect, it } from 'vitest'
import { isOwnRequest } from './local-pages.ts'

const request = (host: string | undefined, origin?: string) => ({
  headers: { ...(host !== undefined && { host }), ...(origin !== undefined && { origin }) },
})

describe('who may use the pages under /local/', () => {
  it.each([
    ['a program of this machine', 'localhost:4000', undefined],
    ['the same by address', '127.0.0.1:4000', undefined],
    ['the inbox page', 'localhost:4000', 'http://localhost:4000'],
  ])('%s', (_, host, origin) => {
    expect(isOwnRequest(request(host, origin), 4000)).toBe(true)
  })

  it.each([
    ['a page elsewhere', 'localhost:4000', 'https://evil.example'],
    ['a page on another port', 'localhost:4000', 'http://localhost:4100'],
    ['a page without an origin', 'localhost:4000', 'null'],
    ['a host name pointed at this machine', 'evil.example:4000', undefined],
    ['the same with its own origin', 'evil.example:4000', 'http://evil.example:4000'],
    ['another port', 'localhost:4001', undefined],
    ['no host at all', undefined, undefined],
  ])('not %s', (_, host, origin) => {
    expect(isOwnRequest(request(host, origin), 4000)).toBe(false)
  })
})
