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

describe('the early requests of a page load', () => {
  it('a new user sees the buttons, and connections are opened to the servers that a press needs', () => {
    expect(planEarly(page, visitTo())).toEqual({
      lookup: 'server',
      connections: [withCookies(helper), plain(iap)],
      isReturning: false,
      showsButtons: true,
    })
  })

  it('a returning user sees no buttons, and connections are opened to the token service and the targets', () => {
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

  it('a returning user whom the request asks to sign in again sees the buttons at once', () => {
    const plan = planEarly(page, { ...visitTo({ mode: 'reauth' }), ...known })
    expect(plan).toMatchObject({ isReturning: false, showsButtons: true })
  })

  it('no connection is opened to a redirect server that is not in the page data', () => {
    const { connections } = planEarly(page, visitTo({ redirect_uri: 'https://other.example/' }))
    expect(connections).toEqual([withCookies(helper)])
  })

  it('no connection to Google is opened with an emulator', () => {
    const { connections } = planEarly({ ...page, authOrigin: undefined, gates: '' }, visitTo())
    expect(connections).toEqual([])
  })

  it('nothing is requested for a URL that the server has refused, or without page data', () => {
    expect(planEarly({ gates: iap }, { ...visitTo(), ...known })).toEqual({
      lookup: null,
      connections: [],
      isReturning: false,
      showsButtons: false,
    })
  })

  it.each<[string, PageData, Partial<Visit>]>([
    ['the server has not requested it', { ...page, project: undefined }, {}],
    ['the user may come back from a provider', page, { hasDeparted: true, isUnderWay: true }],
  ])('the identity service is requested if %s', (_case, pageData, changes) => {
    expect(planEarly(pageData, { ...visitTo(), ...changes }).lookup).toBe('service')
  })
})

describe('buttons that are not shown early', () => {
  it.each<[string, PageData, Visit]>([
    ['if the request is not checked', { ...page, checkedAt: undefined }, visitTo()],
    ['on another origin than the checked one', { ...page, checkedAt: helper }, visitTo()],
    ['while a sign-in is in progress', page, { ...visitTo(), isUnderWay: true }],
    ['in a frame', page, { ...visitTo(), isFramed: true }],
    ['in another app', page, { ...visitTo(), isInApp: true }],
    ['with a hint', page, visitTo({}, '#hint=a@b.example;google.com')],
    ['with a company chosen in the page', page, { ...visitTo(), historyState: {} }],
  ])('the buttons are not shown early %s', (_case, pageData, visit) => {
    expect(planEarly(pageData, visit).showsButtons).toBe(false)
  })
})
