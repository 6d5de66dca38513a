import { describe, expect, it } from 'vitest'
import { planEarly } from './early-plan.ts'

const iap = 'https://iap.googleapis.com'
const app = 'https://app.example.com'
const page = { apiKey: 'key', gates: `${iap} ${app}` }
const address = (changes: Record<string, string> = {}): URL =>
  new URL(
    `https://login.example.com/?${new URLSearchParams({
      mode: 'login',
      apiKey: 'key',
      tid: 'acme-1a2b3',
      redirect_uri: `${iap}/v1alpha1/gcip/resources/x:handleRedirect`,
      state: 'state',
      ...changes,
    }).toString()}`,
  )
const nobody = () => false
const somebody = (tid: string) => tid === 'acme-1a2b3'
const lookup = 'https://www.googleapis.com/identitytoolkit/v3/relyingparty/getProjectConfig?key=key'
const plain = (origin: string) => ({ origin, withCookies: false })

describe('with the first byte', () => {
  it('a new visitor’s project is looked up, and the identity service and redirect server connected to', () => {
    expect(planEarly(address(), null, page, nobody)).toEqual({
      lookup,
      connections: [plain('https://identitytoolkit.googleapis.com'), plain(iap)],
      isReturning: false,
    })
  })

  it('a returning visitor’s token service and targets are connected to as well', () => {
    expect(planEarly(address(), null, page, somebody)).toEqual({
      lookup,
      connections: [
        plain('https://securetoken.googleapis.com'),
        plain(iap),
        plain(app),
        { origin: app, withCookies: true },
      ],
      isReturning: true,
    })
  })

  it('a visitor who has to sign in anew is no returning one (C4)', () => {
    expect(planEarly(address({ mode: 'reauth' }), null, page, somebody).isReturning).toBe(false)
  })

  it('a redirect server that the server does not name is not connected to', () => {
    const { connections } = planEarly(
      address({ redirect_uri: 'https://other.example/' }),
      null,
      page,
      nobody,
    )
    expect(connections).toEqual([plain('https://identitytoolkit.googleapis.com')])
  })

  it('beside an emulator nothing of Google’s is asked', () => {
    const local = { ...page, emulatorUrl: 'http://localhost:4000', gates: '' }
    expect(planEarly(address(), null, local, nobody)).toEqual({
      lookup:
        'http://localhost:4000/www.googleapis.com/identitytoolkit/v3/relyingparty/getProjectConfig?key=key',
      connections: [],
      isReturning: false,
    })
  })

  it.each([
    ['another API key (D2)', address({ apiKey: 'other' })],
    ['an unknown mode (D6)', address({ mode: 'x' })],
    ['a redirect address without encryption (D4)', address({ redirect_uri: 'http://a.example/' })],
    ['no state (D1)', address({ state: '' })],
    ['no request at all (A13)', new URL('https://login.example.com/')],
  ])('nothing is sent for %s', (_fault, url) => {
    expect(planEarly(url, null, page, somebody)).toEqual({
      lookup: null,
      connections: [],
      isReturning: false,
    })
  })

  it('nothing is sent by a page that was told nothing', () => {
    expect(planEarly(address(), null, {}, nobody).lookup).toBeNull()
  })
})
