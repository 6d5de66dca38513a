import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fastify, type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { createLogger } from '../log/logger.ts'
import { readPageFiles } from '../page/page-files.ts'
import { createPageFixture } from '../testing/page-fixture.ts'
import { rawGet } from '@foyer/test-services/raw-request'
import { createSettings } from '../testing/settings-fixture.ts'
import { addAuthHelperRoutes } from './auth-helper-routes.ts'

const fixture = createPageFixture()
const seen: IncomingMessage[] = []
let helper: Server
let helperOrigin: string
let app: FastifyInstance

beforeAll(async () => {
  helper = createServer((request, response) => {
    seen.push(request)
    if (request.url === '/__/auth/gone') return void request.socket.destroy()
    if (request.url === '/__/auth/silent') return undefined
    if (request.url === '/__/auth/moved') {
      return void response.writeHead(302, { location: 'https://evil.test/' }).end()
    }
    if (request.url === '/__/auth/strict')
      response.setHeader('content-security-policy', "object-src 'none'")
    response.setHeader('content-type', 'text/html')
    response.setHeader('set-cookie', 'a=b')
    return response.end('<p>helper</p>')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => helper.once('listening', resolve))
  const { port } = helper.address() as AddressInfo
  helperOrigin = `http://127.0.0.1:${port}`
  const settings = createSettings({ authHelperOrigin: helperOrigin })
  app = createApp(settings, await readPageFiles(fixture.directory), createLogger('silent'))
  await app.listen({ host: '127.0.0.1', port: 0 })
})

afterAll(async () => {
  await app.close()
  helper.close()
  helper.closeAllConnections()
  fixture.remove()
})

describe('helper pages', () => {
  it('a helper page is served on the page’s own site, with its query (RD-02a)', async () => {
    const answer = await app.inject('/__/auth/handler?state=a%2Bb&code=x')
    expect(answer.body).toBe('<p>helper</p>')
    expect(answer.headers['content-type']).toBe('text/html')
    expect(seen.at(-1)?.url).toBe('/__/auth/handler?state=a%2Bb&code=x')
  })

  it('only the page itself may frame a helper page, which has no other policy of ours', async () => {
    const { headers } = await app.inject('/__/firebase/init.json')
    expect(headers['content-security-policy']).toBe("frame-ancestors 'self'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['cross-origin-opener-policy']).toBeUndefined()
    expect(headers['cross-origin-resource-policy']).toBeUndefined()
  })

  it('a helper page keeps its own content security policy', async () => {
    const { headers } = await app.inject('/__/auth/strict')
    expect(headers['content-security-policy']).toBe("object-src 'none', frame-ancestors 'self'")
  })

  it('a helper page gets and sets no cookies', async () => {
    const answer = await app.inject({
      url: '/__/auth/iframe',
      headers: { cookie: 'session=1', authorization: 'Bearer x' },
    })
    expect(seen.at(-1)?.headers.cookie).toBeUndefined()
    expect(seen.at(-1)?.headers.authorization).toBeUndefined()
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it.each(['/__/auth/gone', '/__/auth/moved'])(
    'a helper page whose server responds with %s is 502',
    async (url) => {
      const answer = await app.inject(url)
      expect(answer.statusCode).toBe(502)
      expect(answer.json()).toMatchObject({ code: 'unavailable' })
      expect(answer.headers.location).toBeUndefined()
    },
  )

  it('a helper page whose server does not respond is 504', async () => {
    const impatient = fastify()
    addAuthHelperRoutes(impatient, helperOrigin, 50)
    expect((await impatient.inject('/__/auth/silent')).statusCode).toBe(504)
  })

  it.each(['/__/auth/../../admin', '/__/auth/%2e%2e/%2e%2e/admin', '/__/other/page', '/__/auth'])(
    'only helper pages of that host are proxied: not %s',
    async (url) => {
      const before = seen.length
      expect(await rawGet(app, url)).toMatch(/^HTTP\/1\.1 404 /)
      expect(seen).toHaveLength(before)
    },
  )
})
