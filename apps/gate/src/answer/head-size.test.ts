import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRaw } from '../testing/raw-request.ts'
import {
  beginSignIn,
  post,
  publicHost,
  publicOrigin,
  startTestGate,
  type StartedGate,
} from '../testing/test-gate.ts'

let gate: StartedGate
beforeAll(async () => {
  gate = await startTestGate()
})
afterAll(() => gate.stop())

/** The size of a response's head that nginx and others read by default. */
const commonLimit = 4096

async function open(path: string, ...lines: string[]) {
  const raw = await sendRaw(gate.port, [
    `GET ${path} HTTP/1.1`,
    `Host: ${publicHost}`,
    'Accept: text/html',
    'Connection: close',
    ...lines,
  ])
  const end = raw.indexOf('\r\n\r\n')
  return { head: raw.slice(0, end + 4), body: raw.slice(end + 4) }
}

const base64url = (length: number) => randomBytes(length).toString('base64url').slice(0, length)
const json = (length: number) =>
  encodeURIComponent(
    JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, label: base64url(4) }))),
  ).slice(0, length)

describe('the size of a response’s head', () => {
  it.each([
    ['one letter', `/${'a'.repeat(2499)}`],
    ['hexadecimal digits', `/${randomBytes(1250).toString('hex').slice(1)}`],
    ['random letters and digits', `/${base64url(2499)}`],
    ['the longest one, of random letters and digits', `/?q=${base64url(2796)}`],
    ['percent-encoded JSON', `/?filter=${json(2490)}`],
  ])(
    'the head is below 4 KB when a path of 2,500 characters needs a sign-in: %s',
    async (_, path) => {
      const { head } = await open(path)
      expect(head).toMatch(/^HTTP\/1\.1 302 /)
      expect(head.length).toBeLessThan(commonLimit)
      const state = /[?&]state=([\w-]+)/.exec(head)?.[1]
      const info = await post(gate.browser(), { state })
      expect(JSON.parse(info.text)).toMatchObject({ originalUri: publicOrigin + path })
    },
  )

  it('the head is below 4 KB when a sign-in with many claims ends by navigation at a long path', async () => {
    const browser = gate.browser()
    const path = `/?q=${base64url(2500)}&'"<b>&amp;`
    const { exchange } = await beginSignIn(gate, browser, path, { grants: base64url(1500) })
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    const { head, body } = await open(
      `/_gcp_iap/gcip_authenticate?rt=${exchange.redirectToken}`,
      `Cookie: ${cookie}`,
    )
    expect(head.length).toBeLessThan(commonLimit)
    expect(head).toMatch(/^HTTP\/1\.1 200 /)
    expect(head).toMatch(/^set-cookie: __Host-foyer-session=/m)
    const escaped = path.replace('&\'"<b>&amp;', "&amp;'&quot;&lt;b&gt;&amp;amp;")
    expect(body).toContain(`<meta http-equiv="refresh" content="0;url=${escaped}">`)
    expect(body).toContain(`<a href="${escaped}" class="button button-primary">Continue</a>`)
  })

  it('the head is below 4 KB when a script fetches the cookie with 2,600 characters of custom claims', async () => {
    const browser = gate.browser()
    const { exchange } = await beginSignIn(gate, browser, '/', {
      grants: base64url(2200),
      more: 'reader,'.repeat(60),
    })
    const { head } = await open(
      '/_gcp_iap/gcip_authenticate',
      'Origin: https://login.example.com',
      `x-iap-3p-token: ${exchange.redirectToken}`,
      `Cookie: ${[...browser.cookies].map((pair) => pair.join('=')).join('; ')}`,
    )
    expect(head).toMatch(/^HTTP\/1\.1 200 /)
    expect(head).toMatch(/^set-cookie: __Host-foyer-session=/m)
    expect(head.length).toBeLessThan(commonLimit)
  })

  it('the head is below 4 KB when a user signs out at a long path and has begun eight sign-ins', async () => {
    const nonces = Array.from(
      { length: 8 },
      () => `__Host-foyer-nonce-${base64url(12)}=${base64url(31)}`,
    )
    const path = `/?q=${base64url(2600)}`
    const { head, body } = await open(
      `${path}&gcp-iap-mode=GCIP_SIGNOUT`,
      `Cookie: ${nonces.join('; ')}`,
    )
    expect(head.length).toBeLessThan(commonLimit)
    expect(head).toMatch(/^HTTP\/1\.1 200 /)
    expect(body).toContain('content="0;url=https://login.example.com/?mode=signout&amp;')
  })
})
