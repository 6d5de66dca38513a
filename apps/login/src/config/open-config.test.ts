import type { Config } from '@foyer/contract/config'
import { describe, expect, it } from 'vitest'
import { demoConfig } from '../testing/demo-config.ts'
import { configPath, tidsIn } from './config-path.ts'
import { openConfig } from './open-config.ts'
import { requestConfig } from './request-config.ts'

const { tenants = {}, ...general } = demoConfig

/** A server whose config has only the requested tenants. */
function serve(document: Config = demoConfig) {
  const asked: (readonly string[])[] = []
  const load = async (tids: readonly string[]): Promise<Config> => {
    asked.push(tids)
    if (document.tenants === undefined) return general
    const named = Object.entries(tenants).filter(([tid]) => tids.includes(tid))
    return { ...general, tenants: Object.fromEntries(named) }
  }
  return { asked, load }
}

describe('the config of a page load', () => {
  it('the config is requested with the tenants of the sign-in request, and has no others', async () => {
    const { asked, load } = serve()
    const config = await openConfig(load, ['acme-1a2b3'])
    expect(Object.keys(config.current().tenants ?? {})).toEqual(['acme-1a2b3'])
    expect(asked).toEqual([['acme-1a2b3']])
  })

  it('the tenants of a session are requested in one request, and none twice', async () => {
    const { asked, load } = serve()
    const config = await openConfig(load, [])
    const session = ['acme-1a2b3', 'globex-4c5d6', 'initech-7e8f9']
    expect((await config.withTenants(session)).tenants).toEqual(tenants)
    await config.withTenants(['initech-7e8f9', 'acme-1a2b3'])
    expect(config.current().tenants).toEqual(tenants)
    expect(asked).toEqual([[], session])
  })

  it('what the deployment offers to the tenants of a session takes the place of what it offers in general', async () => {
    const { load } = serve()
    const config = await openConfig(
      async (tids) => ({
        ...(await load(tids)),
        ...(tids.length === 0 && { selfRegistration: true }),
      }),
      [],
    )
    expect(config.current().selfRegistration).toBe(true)
    await config.withTenants(['acme-1a2b3'])
    expect(config.current().selfRegistration).toBeUndefined()
  })

  it('the tenants of a failed request are requested again', async () => {
    const { load } = serve()
    let failures = 1
    const config = await openConfig(async (tids) => {
      if (tids.length > 0 && failures-- > 0) throw new Error('offline')
      return load(tids)
    }, [])
    await expect(config.withTenants(['acme-1a2b3'])).rejects.toThrow('offline')
    expect((await config.withTenants(['acme-1a2b3'])).tenants).toHaveProperty('acme-1a2b3')
  })

  it('only listed tenants are served if the deployment has a list', async () => {
    const config = await openConfig(serve().load, [])
    await expect(config.servesTenant('acme-1a2b3')).resolves.toBe(true)
    await expect(config.servesTenant('initech-7e8f9')).resolves.toBe(false)
    await expect(config.servesTenant('__proto__')).resolves.toBe(false)
    await expect(config.servesTid('initech-7e8f9')).resolves.toBe(false)
  })

  it('a placeholder asks whether the project itself is served, because the page does not know its number', async () => {
    const { asked, load } = serve()
    const config = await openConfig(load, [])
    await expect(config.servesTenant(null)).resolves.toBe(false)
    expect(asked).toEqual([[], ['_']])
  })

  it('every tenant is served without a list, and none is requested', async () => {
    const { asked, load } = serve(general)
    const config = await openConfig(load, [])
    await expect(config.servesTenant('initech-7e8f9')).resolves.toBe(true)
    expect(asked).toEqual([[]])
  })
})

describe('the URL of the config', () => {
  it.each([
    ['', '/config.json'],
    ['?mode=signout', '/config.json'],
    ['?mode=login&tid=acme-1a2b3', '/config.json?tid=acme-1a2b3'],
    ['?tid=_123&tid=acme-1a2b3', '/config.json?tid=_123&tid=acme-1a2b3'],
    ['?tid=%26x%3D%20', '/config.json?tid=%26x%3D+'],
  ])('for the sign-in request "%s", the URL of the config is %s', (search, path) => {
    expect(configPath(tidsIn(search))).toBe(path)
  })
})

describe('the request for the config', () => {
  const ids = (count: number) =>
    Array.from({ length: count }, (_each, index) => `company-of-a-long-id-${1000 + index}`)
  async function requestOf(tids: string[]) {
    const requests: Request[] = []
    await requestConfig(async (url, init) => {
      requests.push(new Request(`https://login.example.com${url}`, init))
      return new Response()
    }, tids)
    return requests[0]
  }

  it('a reverse proxy accepts its URL, however many companies there are', async () => {
    for (const count of [0, 200, 201, 10_000]) {
      expect((await requestOf(ids(count)))?.url.length).toBeLessThan(8000)
    }
  })

  it('names a few companies in the URL, and many in the body', async () => {
    const few = await requestOf(ids(200))
    expect(few?.method).toBe('GET')
    expect(tidsIn(new URL(few?.url ?? '').search)).toEqual(ids(200))
    const many = await requestOf(ids(201))
    expect(many?.method).toBe('POST')
    expect(many?.headers.get('content-type')).toBe('application/json')
    expect(await many?.json()).toEqual(ids(201))
  })
})
