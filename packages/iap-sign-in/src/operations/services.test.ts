import { describe, expect, it } from 'vitest'
import { createServices } from './services.ts'
import { parseSignInRequest } from '../request/sign-in-request.ts'
import { MemoryBrowser } from '../testing/memory-browser.ts'

const toolkit = 'https://toolkit.example'
const page = 'https://login.example.com/'

function scene(servesTenant?: (tid: string) => Promise<boolean>) {
  const browser = new MemoryBrowser(page)
  browser.serve(`${toolkit}/identitytoolkit/v3/relyingparty/getProjectConfig`, () =>
    Response.json({ projectId: '12345', authorizedDomains: ['example.com'] }),
  )
  return { browser, services: createServices(browser.runtime, toolkit, servesTenant) }
}

function request(tid: string) {
  const query = new URLSearchParams({
    mode: 'login',
    apiKey: 'key',
    tid,
    redirect_uri: 'https://gate.example.com/exchange',
    state: 'sealed',
  })
  return parseSignInRequest(new URL(`${page}?${query}`), null, {})
}

describe('a request', () => {
  it('the validation of a request resolves to the project number', async () => {
    const { services } = scene()
    expect(await services.validate(request('acme'))).toBe('12345')
    expect(await services.validate(request('_12345'))).toBe('12345')
  })

  it('a request for a tenant that is not served is refused before anything is sent', async () => {
    const { browser, services } = scene(async (tid) => tid === 'acme')
    await expect(services.validate(request('globex'))).rejects.toMatchObject({
      refusal: 'mismatching-tenant',
    })
    expect(browser.sent).toEqual([])
    expect(await services.validate(request('acme'))).toBe('12345')
  })

  it('a request to sign out of everything needs no tenant', async () => {
    const { services } = scene(() => Promise.resolve(false))
    const url = new URL(`${page}?mode=signout&apiKey=key`)
    expect(await services.validate(parseSignInRequest(url, null, {}))).toBe('12345')
  })
})

describe('the signed-in tenants of a project', () => {
  it('the signed-in tenants are one list for the life of the page, also if storage is blocked', () => {
    const { browser, services } = scene()
    browser.isStorageBlocked = true
    services.tenantsOf('12345').add('acme')
    expect(services.tenantsOf('12345').list()).toEqual(['acme'])
    expect(services.tenantsOf('67890').list()).toEqual([])
  })
})
