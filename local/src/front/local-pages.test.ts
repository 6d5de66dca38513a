import { createHash, createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mark } from '@foyer/design/mark'
import { tokens } from '@foyer/design/tokens'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createControl } from '../control/control.ts'
import { createInbox } from '../inbox/inbox.ts'
import { createPartner } from '../partner/invitations.ts'
import { createProviders } from '../providers/providers.ts'
import { createTotpFactors } from '../totp/totp-factors.ts'
import { createReceiver } from '../provisioning/receiver.ts'
import { createLocalPages, isOwnRequest } from './local-pages.ts'

const request = (host: string | undefined, origin?: string) => ({
  headers: { ...(host !== undefined && { host }), ...(origin !== undefined && { origin }) },
})

describe('access to the pages under /local/', () => {
  it.each([
    ['a program on this machine', 'localhost:4000', undefined],
    ['a program on this machine, by IP address,', '127.0.0.1:4000', undefined],
    ['the inbox page', 'localhost:4000', 'http://localhost:4000'],
  ])('%s may use the pages under /local/', (_, host, origin) => {
    expect(isOwnRequest(request(host, origin), 4000)).toBe(true)
  })

  it.each([
    ['a page on another site', 'localhost:4000', 'https://evil.example'],
    ['a page on another port', 'localhost:4000', 'http://localhost:4100'],
    ['a page without an origin', 'localhost:4000', 'null'],
    ['a foreign host name that resolves to this machine', 'evil.example:4000', undefined],
    [
      'a page on a foreign host name that resolves to this machine',
      'evil.example:4000',
      'http://evil.example:4000',
    ],
    ['a request for another port', 'localhost:4001', undefined],
    ['a request without a host', undefined, undefined],
  ])('%s may not use the pages under /local/', (_, host, origin) => {
    expect(isOwnRequest(request(host, origin), 4000)).toBe(false)
  })
})

describe('the pages under /local/', () => {
  const key = Buffer.alloc(32, 1)

  async function setUp() {
    const providers = createProviders(Date.now)
    const inbox = createInbox(
      async () => [],
      () => new Date(),
    )
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => {
      server.close()
      server.closeAllConnections()
    })
    const { port } = server.address() as AddressInfo
    const url = `http://localhost:${port}`
    const pages = createLocalPages({
      port,
      control: createControl([]),
      authenticators: createTotpFactors(() => 0),
      inbox,
      providers,
      provisioning: createReceiver(key),
      partner: createPartner({ name: 'demo', key, loginOrigin: url }),
    })
    server.on('request', (request, response) => {
      void pages(request, response, (request.url ?? '').split('?')[0] ?? '')
    })
    return { providers, inbox, ask: (path: string, init?: RequestInit) => fetch(url + path, init) }
  }

  it('the list of stolen passwords has one that meets the policy, under the start of its hash', async () => {
    const { ask } = await setUp()
    const digest = createHash('sha1').update('kara-deniz-2024').digest('hex').toUpperCase()
    const answerTo = async (prefix: string) =>
      (await ask(`/local/stolen-passwords/${prefix}`)).text()
    expect(await answerTo(digest.slice(0, 5))).toBe(`${digest.slice(5)}:7`)
    expect(await answerTo('00000')).toBe('')
  })

  it('the inbox shows emails under a policy that blocks their scripts', async () => {
    const { inbox, ask } = await setUp()
    const script = '<script>alert(1)</script>'
    inbox.receive({ messageId: null, to: 'a', subject: script, text: '', html: script, links: [] })
    expect(await (await ask('/local/inbox/messages')).json()).toMatchObject({
      messages: [{ channel: 'mail', subject: script, html: script }],
    })
    const page = await ask('/local/inbox')
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self';/)
    expect(await page.text()).toMatch(/<iframe sandbox title/)
  })

  it('the inbox has the colours and the logo of the product', async () => {
    const { ask } = await setUp()
    const page = await (await ask('/local/inbox')).text()
    const [, sheet = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(page) ?? []
    const design = await ask(sheet)
    expect(design.headers.get('content-type')).toContain('text/css')
    expect(await design.text()).toContain(`--brand:${tokens.light.brand};`)
    for (const path of [mark.door, ...mark.arches]) expect(page).toContain(`d="${path}"`)
  })

  it('the provider endpoints respond for Google and for Microsoft', async () => {
    const { providers, ask } = await setUp()
    const person = { subject: '1', email: 'can@example.com' }
    const [google, microsoft] = [
      providers.accessToken('google.com', person),
      providers.accessToken('microsoft.com', person),
    ]
    const tokeninfo = (token: string) =>
      ask(`/local/providers/google/tokeninfo?access_token=${token}`)
    const me = (token: string) =>
      ask('/local/providers/microsoft/me?$select=id', {
        headers: { authorization: `Bearer ${token}` },
      })
    expect(await (await tokeninfo(google)).json()).toMatchObject({ email: person.email })
    expect(await (await me(microsoft)).json()).toMatchObject({ mail: person.email })
    expect([(await tokeninfo(microsoft)).status, (await me(google)).status]).toEqual([400, 401])
  })

  it('the provisioning endpoint records a signed account, and can be made to fail', async () => {
    const { ask } = await setUp()
    const body = JSON.stringify({ uid: 'u', email: 'a@example.com' })
    const signature = createHmac('sha256', key).update(`1.${body}`).digest('hex')
    const report = async (by: string) => {
      const headers = {
        'idempotency-key': 'k',
        'foyer-timestamp': '1',
        'foyer-signature': `v1=${by}`,
      }
      return (await ask('/local/provisioning', { method: 'POST', body, headers })).status
    }
    const set = (action: string) =>
      ask(`/local/provisioning/${action}?email=a%40example.com`, { method: 'POST' })
    await set('fail')
    expect(await report(signature)).toBe(503)
    await set('recover')
    expect([await report('00'), await report(signature)]).toEqual([401, 200])
    expect(await (await ask('/local/provisioning')).json()).toMatchObject({
      announcements: [{ uid: 'u', times: 1 }],
    })
  })

  it('the invitation URL redirects to the form with an invitation', async () => {
    const { ask } = await setUp()
    const answer = await ask('/local/invitation', { redirect: 'manual' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toMatch(/\/registration#invitation=/)
  })

  it.each([
    ['GET', '/local/other'],
    ['GET', '/local/provisioning/fail'],
    ['POST', '/local/inbox'],
    ['DELETE', '/local/inbox/messages'],
  ])('%s %s under /local/ does not exist', async (method, path) => {
    const { ask } = await setUp()
    expect((await ask(path, { method })).status).toBe(404)
  })
})
