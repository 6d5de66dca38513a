import { spawn, type ChildProcess } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { createIdentityPlatform, projectId, projectNumber } from './testing/identity-platform.ts'
import { createTestBrowser, sendTo, type TestBrowser } from './testing/test-browser.ts'
import { fetchCookie, loginOrigin, post, stateOf, type Exchange } from './testing/test-gate.ts'

const now = () => Math.floor(Date.now() / 1000)
const platform = await createIdentityPlatform(now)
/** Tells of each slow request, with what finishes it. */
const slow = new EventEmitter()
const application = http.createServer((req, res) => {
  if (req.url === '/slow') {
    slow.emit('asked', () => res.end('the slow answer'))
    return
  }
  res.setHeader('x-seen', String(req.headers['x-goog-iap-jwt-assertion']))
  res.end('the application')
})
const publicHost = 'localhost:14190'
const children: ChildProcess[] = []
let directory: string

beforeAll(async () => {
  application.listen(0, '127.0.0.1')
  await once(application, 'listening')
})
afterAll(() => void application.close())
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'foyer-gate-'))
})
afterEach(async () => {
  const running = children
    .splice(0)
    .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
  for (const child of running) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  rmSync(directory, { recursive: true })
})

/** A gate as a process of its own. */
function run(environment: Record<string, string> = {}, args: string[] = []) {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--conditions=foyer-source', main, ...args],
    {
      env: {
        PATH: process.env['PATH'],
        GATE_UPSTREAM: `http://127.0.0.1:${(application.address() as AddressInfo).port}`,
        GATE_LOGIN: `${loginOrigin}/`,
        GATE_PUBLIC_URL: `http://${publicHost}`,
        GATE_PORT: '0',
        GATE_PROJECT_ID: projectId,
        GATE_PROJECT_NUMBER: projectNumber,
        GATE_API_KEY: 'demo-api-key',
        GATE_TENANTS: 'Acme-x1y2z',
        GATE_DATA: directory,
        ...environment,
      },
    },
  )
  children.push(child)
  const output = { out: '', error: '' }
  child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output.error += chunk.toString()))
  return { child, output }
}

async function start(environment: Record<string, string> = {}) {
  const { child, output } = run(environment)
  while (!output.out.includes('gate is listening')) await once(child.stdout, 'data')
  const { port } = JSON.parse(output.out.split('\n', 1)[0] ?? '') as { port: number }
  return { child, port }
}

it('log lines carry the severity that cloud log viewers show, beside the level', async () => {
  const { output, child } = run()
  while (!output.out.includes('\n')) await once(child.stdout, 'data')
  expect(JSON.parse(output.out.split('\n', 1)[0] ?? '')).toMatchObject({
    level: 30,
    severity: 'INFO',
  })
})

/** The same browser, at the port where the gate is now. */
function browserAt(port: number, known?: TestBrowser): TestBrowser {
  const browser = createTestBrowser(publicHost, sendTo(port))
  for (const [name, value] of known?.cookies ?? []) browser.cookies.set(name, value)
  return browser
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  child.kill(signal)
  return (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
}

const local = { GATE_MODE: 'local', GATE_ACCEPT_EMULATOR_TOKENS: 'on' }

it('loses no session when it is killed, and keeps spent what was spent', async () => {
  const first = await start(local)
  const browser = browserAt(first.port)
  const state = stateOf(await browser.open('/page'))
  const exchange = JSON.parse(
    (await post(browser, { id_token: platform.emulatorToken(), state })).text,
  ) as Exchange
  const beforeCookie = browserAt(first.port, browser)
  expect((await fetchCookie(browser, exchange.redirectToken)).text).toBe('OK')
  await end(first.child, 'SIGKILL')

  const second = await start(local)
  const afterwards = await browserAt(second.port, browser).open('/page')
  expect(afterwards.text).toBe('the application')
  const { iat, exp } = decodeJwt(String(afterwards.headers['x-seen']))
  expect([iat, exp].map(Number.isInteger)).toEqual([true, true])
  const again = await post(browserAt(second.port), { id_token: platform.emulatorToken(), state })
  expect(again.text).toContain('restart the authentication process')
  const replay = await fetchCookie(browserAt(second.port, beforeCookie), exchange.redirectToken)
  expect(replay.status).toBe(401)
  await browserAt(second.port, browser).open('/?gcp-iap-mode=GCIP_SIGNOUT')
  await end(second.child, 'SIGKILL')

  const third = await start(local)
  expect((await browserAt(third.port, browser).open('/page')).status).toBe(302)
})

it('finishes a sign-in that was under way when it was restarted', async () => {
  const first = await start(local)
  const browser = browserAt(first.port)
  const state = stateOf(await browser.open('/page'))
  expect(await end(first.child, 'SIGTERM')).toEqual([0, null])

  const second = await start(local)
  const answer = await post(browserAt(second.port), { id_token: platform.emulatorToken(), state })
  expect(answer.status).toBe(200)
})

it('refuses a forged unsigned token in production', async () => {
  const { port } = await start()
  const browser = browserAt(port)
  const state = stateOf(await browser.open('/'))
  const answer = await post(browser, { id_token: platform.emulatorToken(), state })
  expect(answer.status).toBe(401)
  expect(JSON.parse(answer.text)).toMatchObject({ error: { status: 'UNAUTHENTICATED' } })
})

it('does not start in production beside an identity emulator', async () => {
  const { child, output } = run({ FIREBASE_AUTH_EMULATOR_HOST: 'localhost:4300' })
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(1)
  expect(output.error).toBe(
    'foyer-gate cannot start:\n' +
      'FIREBASE_AUTH_EMULATOR_HOST is refused in production\n' +
      'Start it with --help to see every setting.\n',
  )
})

it('keeps its keys to its owner, and does not start with keys that others can read', async () => {
  const { child } = await start()
  await end(child, 'SIGTERM')
  const keys = join(directory, 'keys.json')
  expect(statSync(keys).mode & 0o777).toBe(0o600)

  chmodSync(keys, 0o644)
  const refused = run()
  const [code] = (await once(refused.child, 'close')) as [number]
  expect(code).toBe(1)
  expect(refused.output.error).toContain(`chmod 600 ${keys}`)
})

it('says that its port is taken', async () => {
  const { port } = await start()
  const { child, output } = run({ GATE_PORT: String(port), GATE_DATA: join(directory, 'other') })
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(1)
  expect(output.error).toContain('GATE_PORT')
})

it('prints its help and nothing else', async () => {
  const { child, output } = run({}, ['--help'])
  const [code] = (await once(child, 'close')) as [number]
  expect(code).toBe(0)
  expect(output.out).toContain('--public-url')
})

it('refuses a directory that another gate uses, so that who was signed out stays signed out', async () => {
  const first = await start(local)
  const browser = browserAt(first.port)
  const state = stateOf(await browser.open('/page'))
  const answer = await post(browser, { id_token: platform.emulatorToken(), state })
  await fetchCookie(browser, (JSON.parse(answer.text) as Exchange).redirectToken)
  const copy = browserAt(first.port, browser)

  const second = run(local)
  const [code] = (await once(second.child, 'close')) as [number]
  expect(code).toBe(1)
  expect(second.output.error).toContain(`${directory} is in use by another gate`)

  await browser.open('/?gcp-iap-mode=GCIP_SIGNOUT')
  await end(first.child, 'SIGTERM')
  const third = await start(local)
  expect((await browserAt(third.port, copy).open('/page')).status).toBe(302)
})

it('takes over the directory of a gate that was killed, whatever process has its number now', async () => {
  const first = await start()
  await end(first.child, 'SIGKILL')
  const lock = join(directory, 'lock')
  expect(readFileSync(lock, 'utf8')).toMatch(/sock/)
  const second = await start()
  await end(second.child, 'SIGKILL')

  writeFileSync(lock, String(process.pid))
  await start()
})

it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s lets a request in flight finish, then ends the process',
  async (signal) => {
    const { child, port } = await start(local)
    const browser = browserAt(port)
    const state = stateOf(await browser.open('/page'))
    const exchange = await post(browser, { id_token: platform.emulatorToken(), state })
    await fetchCookie(browser, (JSON.parse(exchange.text) as Exchange).redirectToken)

    const asked = once(slow, 'asked')
    const answer = browser.open('/slow')
    const [finish] = (await asked) as [() => void]
    const exited = once(child, 'exit')
    child.kill(signal)
    while (await isListening(port)) await new Promise(setImmediate)
    finish()
    expect((await answer).text).toBe('the slow answer')
    expect((await answer).headers.connection).toBe('close')
    expect(await exited).toEqual([0, null])
  },
  60_000,
)

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}
