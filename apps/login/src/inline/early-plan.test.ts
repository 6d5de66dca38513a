import { describe, expect, it } from 'vitest'
import { planEarly } from './early-plan.ts'
import type { Visit } from './early-plan.ts'
import type { PageData } from '@foyer/contract/page-data'

const iap = 'https://iap.googleapis.com'
const app = 'https://app.example.com'
const login = 'https://login.example.com'
const helper = 'https://auth.example.com'

const page: PageData = {
  gates: `${iap} ${app}`,
  authOrigin: helper,
  lookup: 'https://identity.example/lookup',
  project: '{}',
  checkedAt: login,
}

function visitTo(changes: Record<string, string> = {}, hash = ''): Visit {
  const query = new URLSearchParams({
    mode: 'login',
    tid: 'acme-1a2b3',
    redirect_uri: `${iap}/v1alpha1/gcip/resources/x:handleRedirect`,
    ...changes,
  })
  return {
    url: new URL(`${login}/?${query}${hash}`),
    historyState: null,
    isFramed: false,
    isSignedInTo: () => false,
    hasDeparted: false,
    isUnderWay: false,
    isInApp: false,
  }
}

const known: Pick<Visit, 'isSignedInTo'> = {
  isSignedInTo: (tid) => tid === 'acme-1a2b3',
}
const plain = (origin: string) => ({ origin, withCookies: false })
const withCookies = (origin: string) => ({ origin, withCookies: true })

describe('with the first byte', () => {
  it('a new user has the buttons, and is connected to where a press leads', () => {
    expect(planEarly(page, visitTo())).toEqual({
      lookup: 'server',
      connections: [withCookies(helper), plain(iap)],
      isReturning: false,
      showsButtons: true,
    })
  })

  it('a returning user has no buttons; token service and targets are connected to', () => {
    expect(planEarly(page, { ...visitTo(), ...known })).toEqual({
      lookup: 'server',
      connections: [
        plain('https://securetoken.googleapis.com'),
        plain(iap),
        plain(app),
        withCookies(app),
      ],
      isReturning: true,
      showsButtons: false,
    })
  })

  it('a remembered user whom the request asks to sign in again gets the buttons at once', () => {
    const plan = planEarly(page, { ...visitTo({ mode: 'reauth' }), ...known })
    expect(plan).toMatchObject({ isReturning: false, showsButtons: true })
  })

  it('a redirect server that the server does not name is not connected to', () => {
    const { connections } = planEarly(page, visitTo({ redirect_uri: 'https://other.example/' }))
    expect(connections).toEqual([withCookies(helper)])
  })

  it('beside an emulator nothing of Google’s is connected to', () => {
    const { connections } = planEarly({ ...page, authOrigin: undefined, gates: '' }, visitTo())
    expect(connections).toEqual([])
  })

  it('nothing is done for an address that the server has refused, or by a page told nothing', () => {
    expect(planEarly({ gates: iap }, { ...visitTo(), ...known })).toEqual({
      lookup: null,
      connections: [],
      isReturning: false,
      showsButtons: false,
    })
  })

  it.each<[string, PageData, Partial<Visit>]>([
    ['the server has not asked', { ...page, project: undefined }, {}],
    ['the user may come back from a provider', page, { hasDeparted: true, isUnderWay: true }],
  ])('the service is asked where %s', (_case, told, changes) => {
    expect(planEarly(told, { ...visitTo(), ...changes }).lookup).toBe('service')
  })
})

describe('the buttons wait for the flow', () => {
  it.each<[string, PageData, Visit]>([
    ['where the request is not checked', { ...page, checkedAt: undefined }, visitTo()],
    ['at another origin than the checked', { ...page, checkedAt: helper }, visitTo()],
    ['while a sign-in is under way', page, { ...visitTo(), isUnderWay: true }],
    ['in a frame', page, { ...visitTo(), isFramed: true }],
    ['in another app', page, { ...visitTo(), isInApp: true }],
    ['with a hint', page, visitTo({}, '#hint=a@b.example;google.com')],
    ['with a company chosen in the page', page, { ...visitTo(), historyState: {} }],
  ])('%s', (_case, told, visit) => {
    expect(planEarly(told, visit).showsButtons).toBe(false)
  })
})
