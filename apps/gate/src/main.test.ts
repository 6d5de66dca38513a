import { EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { freePort } from '@foyer/test-services/postgres-server'
import { buildGate, startGate, type GateProcess } from './testing/gate-process.ts'
import { createIdentityPlatform } from './testing/identity-platform.ts'
import { localSettings } from './testing/local-settings.ts'
import { createTestBrowser, sendTo, type TestBrowser } from './testing/test-browser.ts'
import { fetchCookie, post, stateOf, type Exchange } from './testing/test-gate.ts'

const now = () => Math.floor(Date.now() / 1000)
const platform = await createIdentityPlatform(now)
/** Emits each slow request, with a function that finishes it. */
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
let built: string
let started: GateProcess[] = []
let directory: string

beforeAll(async () => {
  built = await buildGate()
  application.listen(0, '127.0.0.1')
  await once(application, 'listening')
})
afterAll(() => {
  application.close()
})
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'foyer-gate-'))
})
afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await Promise.all(started.map(({ closed }) => closed))
  started = []
  rmSync(directory, { recursive: true })
})

function run(environment: Record<string, string> = {}, args: readonly string[] = []): GateProcess {
  const { port } = application.address() as AddressInfo
  const settings = { ...localSettings(port, publicHost), GATE_DATA: directory }
  const gate = startGate(built, { ...settings, ...environment }, args)
  started.push(gate)
  return gate
}

async function start() {
  const gate = run()
  return { ...gate, port: await gate.listening() }
}

/** The same browser, at the gate's current port. */
function browserAt(port: number, known?: TestBrowser): TestBrowser {
  const browser = createTestBrowser(publicHost, sendTo(port))
  for (const [name, value] of known?.cookies ?? []) browser.cookies.set(name, value)
  return browser
}

async function exchange(browser: TestBrowser, state: string) {
  const answer = await post(browser, { id_token: platform.emulatorToken(), state })
  return { answer, ...(JSON.parse(answer.text) as Exchange) }
}

it('after the gate was killed, sessions are still valid and spent tokens are still spent', async () => {
  const first = await start()
  const browser = browserAt(first.port)
  const state = stateOf(await browser.open('/page'))
  const { redirectToken } = await exchange(browser, state)
  const beforeCookie = browserAt(first.port, browser)
  expect((await fetchCookie(browser, redirectToken)).text).toBe('OK')
  await first.end('SIGKILL')

  const second = await start()
  const afterwards = await browserAt(second.port, browser).open('/page')
  expect(afterwards.text).toBe('the application')
  const { iat, exp } = decodeJwt(String(afterwards.headers['x-seen']))
  expect([iat, exp].map(Number.isInteger)).toEqual([true, true])
  const again = await exchange(browserAt(second.port), state)
  expect(again.answer.text).toContain('restart the authentication process')
  const replay = await fetchCookie(browserAt(second.port, beforeCookie), redirectToken)
  expect(replay.status).toBe(401)
  await browserAt(second.port, browser).open('/?gcp-iap-mode=GCIP_SIGNOUT')
  await second.end('SIGKILL')

  const third = await start()
  expect((await browserAt(third.port, browser).open('/page')).status).toBe(302)
})

it('a sign-in that began before a restart completes after it', async () => {
  const first = await start()
  const state = stateOf(await browserAt(first.port).open('/page'))
  expect(await first.end('SIGTERM')).toEqual([0, null])

  const second = await start()
  const { answer } = await exchange(browserAt(second.port), state)
  expect(answer.status).toBe(200)
})

it('the gate does not start in production with an identity emulator, and the error says why', async () => {
  const { closed, output } = run({
    GATE_MODE: 'production',
    GATE_ACCEPT_EMULATOR_TOKENS: 'off',
    FIREBASE_AUTH_EMULATOR_HOST: 'localhost:4300',
  })
  expect(await closed).toBe(1)
  expect(output.error).toBe(
    'foyer-gate cannot start:\n' +
      'FIREBASE_AUTH_EMULATOR_HOST is refused in production\n' +
      'Start it with --help to see every setting.\n',
  )
})

it.each(['', 'AUTH_', 'METRICS_'])(
  'the gate does not start if GATE_%sPORT is in use, and the error names the setting and the reason',
  async (kind) => {
    const { port } = application.address() as AddressInfo
    const { closed, output } = run({
      GATE_TRUSTED_PROXIES: '127.0.0.1',
      [`GATE_${kind}PORT`]: String(port),
    })
    expect(await closed).toBe(1)
    expect(output.error).toContain(
      `GATE_${kind}PORT: cannot listen on 127.0.0.1:${port}: it is in use, by another process or for another setting`,
    )
  },
)

it.each(['', 'AUTH_', 'METRICS_'])(
  'the gate does not start if this machine does not have GATE_%sHOST, and the error does not blame the port',
  async (kind) => {
    const { closed, output } = run({
      GATE_ACCEPT_EMULATOR_TOKENS: 'off',
      GATE_TRUSTED_PROXIES: '127.0.0.1',
      [`GATE_${kind}PORT`]: '0',
      [`GATE_${kind}HOST`]: '192.0.2.1',
    })
    expect(await closed).toBe(1)
    expect(output.error).toContain(`GATE_${kind}HOST`)
    expect(output.error).toContain('this machine does not have that address')
  },
)

it('--help prints the settings and starts nothing', async () => {
  const { closed, output } = run({}, ['--help'])
  expect(await closed).toBe(0)
  expect(output.out).toContain('--public-url')
})

it('a second gate with the same data directory does not start, because it could lose a sign-out', async () => {
  await start()
  const second = run()
  expect(await second.closed).toBe(1)
  expect(second.output.error).toContain(`${directory} is in use by another gate`)
})

/** The lines of the log so far. */
const logOf = ({ output }: GateProcess) =>
  output.out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { msg: string })
const messageIn = (gate: GateProcess, message: string) =>
  vi.waitFor(() => {
    const line = logOf(gate).findLast(({ msg }) => msg === message)
    if (!line) throw new Error(gate.output.out)
    return line
  })

it('after SIGTERM the gate serves new requests for the drain time while it reports that it stops, and then it ends', async () => {
  const metricsPort = await freePort()
  const ready = async () => (await fetch(`http://127.0.0.1:${metricsPort}/readyz`)).status
  const gate = run({ GATE_DRAIN_SECONDS: '2', GATE_METRICS_PORT: String(metricsPort) })
  const port = await gate.listening()
  expect(await ready()).toBe(200)
  const exited = once(gate.child, 'exit')
  gate.child.kill('SIGTERM')
  await messageIn(gate, 'gate is stopping')
  const page = await browserAt(port).open('/page')
  expect([page.status, page.headers.connection]).toEqual([302, 'close'])
  expect((await browserAt(port).call('/_gcp_iap/healthz')).status).toBe(503)
  expect(await ready()).toBe(503)
  // A second signal of another kind changes nothing.
  gate.child.kill('SIGINT')
  expect(await exited).toEqual([0, null])
})

it('SIGHUP reads the keys, the log level and the branding again, and says which settings need a restart', async () => {
  const file = join(directory, 'settings')
  const write = (...lines: string[]) => writeFileSync(file, lines.join('\n'))
  write('GATE_PRODUCT_NAME=Before')
  const gate = run({ GATE_SETTINGS_FILE: file })
  const port = await gate.listening()
  const notFound = () => browserAt(port).open('/_gcp_iap/none')
  const published = async () =>
    JSON.parse((await browserAt(port).call('/_gcp_iap/public_key-jwk')).text) as { keys: object[] }
  expect((await notFound()).text).toContain('Before')
  expect((await published()).keys).toHaveLength(1)

  write('GATE_PRODUCT_NAME=After', 'GATE_LOG_LEVEL=debug', 'GATE_SESSION_SECONDS=60')
  const rotate = startGate(
    built,
    { GATE_DATA: directory, GATE_PUBLIC_URL: `http://${publicHost}` },
    ['keys', 'rotate'],
  )
  expect(await rotate.closed).toBe(0)
  gate.child.kill('SIGHUP')
  expect(await messageIn(gate, 'these settings need a restart')).toMatchObject({
    settings: ['session-seconds'],
  })
  expect(await messageIn(gate, 'settings were reloaded')).toMatchObject({ keys: 'changed' })
  expect((await notFound()).text).toContain('After')
  expect((await published()).keys).toHaveLength(2)
  expect(await messageIn(gate, 'answered')).toMatchObject({ severity: 'DEBUG' })

  write('GATE_PRODUCT_NAME=', 'GATE_ACCENT=none')
  gate.child.kill('SIGHUP')
  expect(await messageIn(gate, 'settings were not reloaded')).toMatchObject({
    reason: expect.stringContaining('GATE_ACCENT') as string,
  })
  expect((await notFound()).text).toContain('After')
})

it('SIGHUP changes nothing if the file of the keys is damaged, whatever else has changed', async () => {
  const file = join(directory, 'settings')
  writeFileSync(file, 'GATE_PRODUCT_NAME=Before')
  const gate = run({ GATE_SETTINGS_FILE: file })
  const port = await gate.listening()
  writeFileSync(file, 'GATE_PRODUCT_NAME=After\nGATE_LOG_LEVEL=debug')
  writeFileSync(join(directory, 'keys.json'), '{}')
  gate.child.kill('SIGHUP')
  expect(await messageIn(gate, 'settings were not reloaded')).toMatchObject({
    reason: expect.stringContaining('is damaged') as string,
  })
  expect((await browserAt(port).open('/_gcp_iap/none')).text).toContain('Before')
  expect(gate.output.out).not.toContain('DEBUG')
})

it('a stop that is asked for in the moment in which the gate begins to listen is not lost', async () => {
  const preload = `import net from 'node:net'
    const { listen } = net.Server.prototype
    net.Server.prototype.listen = function (...args) {
      if (args[0] === 0) this.prependOnceListener('listening', () => process.kill(process.pid, 'SIGTERM'))
      return listen.apply(this, args)
    }`
  const gate = run({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
  })
  await messageIn(gate, 'gate is listening')
  // If the first one was lost, this one stops the gate.
  gate.child.kill('SIGINT')
  expect(await gate.closed).toBe(0)
  expect(gate.output.out).toContain('"signal":"SIGTERM"')
})

it('SIGHUP does not end a gate that waits for its database', async () => {
  const gate = run({ GATE_DATABASE_URL: `postgres://gate@127.0.0.1:${await freePort()}/gate` })
  await messageIn(gate, 'the database is unavailable')
  gate.child.kill('SIGHUP')
  expect(await gate.end('SIGTERM')).toEqual([0, null])
})

it('SIGHUP reads the file with the tenants again: a new one may sign in, and sessions of a removed one are refused', async () => {
  const file = join(directory, 'tenants')
  writeFileSync(file, 'Acme-x1y2z\n')
  const gate = run({ GATE_TENANTS: '', GATE_TENANTS_FILE: file })
  const port = await gate.listening()
  const signIn = async (tenant: string) => {
    const browser = browserAt(port)
    const idToken = platform.emulatorToken({ firebase: { tenant, sign_in_provider: 'google.com' } })
    const state = stateOf(await browser.open('/page'))
    const answer = await post(browser, { id_token: idToken, state })
    if (answer.status !== 200) return null
    await fetchCookie(browser, (JSON.parse(answer.text) as Exchange).redirectToken)
    return browser
  }
  const known = await signIn('Acme-x1y2z')
  expect((await known?.open('/page'))?.status).toBe(200)
  expect(await signIn('Beta-k9j8h')).toBe(null)

  writeFileSync(file, 'Beta-k9j8h\nGamma-a1b2c\n')
  gate.child.kill('SIGHUP')
  expect(await messageIn(gate, 'settings were reloaded')).toMatchObject({ tenants: 'changed' })
  expect((await known?.open('/page'))?.status).toBe(302)
  expect(await signIn('Acme-x1y2z')).toBe(null)
  expect((await (await signIn('Beta-k9j8h'))?.open('/page'))?.status).toBe(200)

  writeFileSync(file, 'not a tenant!\n')
  gate.child.kill('SIGHUP')
  expect(await messageIn(gate, 'settings were not reloaded')).toMatchObject({
    reason: expect.stringContaining('GATE_TENANTS_FILE') as string,
  })
  expect((await (await signIn('Beta-k9j8h'))?.open('/page'))?.status).toBe(200)
})

it.each(['SIGTERM', 'SIGINT'] as const)(
  '%s lets a request in flight finish, and then ends the process',
  async (signal) => {
    const { child, port } = await start()
    const browser = browserAt(port)
    const { redirectToken } = await exchange(browser, stateOf(await browser.open('/page')))
    await fetchCookie(browser, redirectToken)

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
)

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })
}
