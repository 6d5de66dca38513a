import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendRaw, statusOf } from '../testing/raw-request.ts'
import {
  beginSignIn,
  publicHost,
  signIn,
  startTestGate,
  type StartedGate,
} from '../testing/test-gate.ts'

let gate: StartedGate
beforeAll(async () => {
  gate = await startTestGate()
})
afterAll(() => gate.stop())

/** A navigation with exactly these bytes as its Cookie header. */
const navigate = (path: string, cookie: string) =>
  sendRaw(gate.port, [
    `GET ${path} HTTP/1.1`,
    `Host: ${publicHost}`,
    'Accept: text/html',
    `Cookie: ${cookie}`,
    'Connection: close',
  ])

/** A byte that JavaScript treats as white space, and HTTP does not. HTTP allows it in headers. */
const oddByte = '\xa0'

it.each([
  ['before its name', (name: string, value: string) => `${oddByte}${name}=${value}`],
  ['behind its name', (name: string, value: string) => `${name}${oddByte}=${value}`],
  ['before its value', (name: string, value: string) => `${name}=${oddByte}${value}`],
  ['behind its value', (name: string, value: string) => `${name}=${value}${oddByte}`],
])('a nonce cookie with a byte 0xA0 %s does not complete a sign-in', async (_, write) => {
  const attacker = gate.browser()
  const { exchange } = await beginSignIn(gate, attacker)
  const [[name, value] = ['', '']] = [...attacker.cookies]
  const path = `/_gcp_iap/gcip_authenticate?rt=${exchange.redirectToken}`
  const answer = await navigate(path, `a=1; ${write(name, value)}`)
  expect(statusOf(answer)).toBe(400)
  expect(answer).not.toContain('__Host-foyer-session')
  // With the correct cookie, the same request is a sign-in. So nothing else was wrong with it.
  expect(statusOf(await navigate(path, `a=1;\t${name}=${value} `))).toBe(302)
})

it.each([
  ['before its name', (name: string, value: string) => `${oddByte}${name}=${value}`],
  ['behind its name', (name: string, value: string) => `${name}${oddByte}=${value}`],
])('a session cookie with a byte 0xA0 %s does not sign anyone in', async (_, write) => {
  const [[name, value] = ['', '']] = [...(await signIn(gate)).cookies]
  expect(statusOf(await navigate('/', write(name, value)))).toBe(302)
})

it.each([
  `${oddByte}__Host-foyer-session=junk`,
  `__Host-foyer-session${oddByte}=junk`,
  '__host-foyer-session=junk',
  '__Host-foyer-session',
  '__Host-foyer-session-2=junk',
])('a cookie that only resembles the session does not lock anyone out: %j', async (other) => {
  const [[name, value] = ['', '']] = [...(await signIn(gate)).cookies]
  expect(statusOf(await navigate('/', `${other}; ${name}=${value}`))).toBe(200)
  expect(statusOf(await navigate('/', `${name}=${value}; ${other}`))).toBe(200)
})

it('cookies that only resemble nonces are neither counted nor removed', async () => {
  const others = Array.from({ length: 12 }, (_, index) => `${oddByte}__Host-foyer-nonce-${index}=z`)
  const answer = await navigate('/', others.join('; '))
  expect(statusOf(answer)).toBe(302)
  expect(answer.match(/^set-cookie:/gim)).toHaveLength(1)
})
