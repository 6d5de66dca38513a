import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasNginx, startNginx, type Nginx } from '@foyer/test-services/nginx'
import { freePort, startPostgres, type PostgresServer } from '@foyer/test-services/postgres-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildGate, startGate, type GateProcess } from './testing/gate-process.ts'
import { createIdentityPlatform } from './testing/identity-platform.ts'
import { localSettings } from './testing/local-settings.ts'
import { sampleSite } from './testing/nginx.ts'
import { createTestBrowser, sendTo, type TestBrowser } from './testing/test-browser.ts'
import { fetchCookie, post, stateOf, type Exchange } from './testing/test-gate.ts'

const publicHost = 'localhost:14192'
const platform = await createIdentityPlatform(() => Math.floor(Date.now() / 1000))
const application = http.createServer((req, res) => {
  req.resume().on('end', () => res.end('the application'))
})

describe.runIf(hasNginx)('three gates on one Postgres behind nginx', () => {
  const directory = mkdtempSync(join(tmpdir(), 'foyer-rolling-'))
  let built: string
  let postgres: PostgresServer
  let nginx: Nginx
  let nginxPort: number
  let ports: number[]
  let gates: GateProcess[]

  async function start(port: number): Promise<GateProcess> {
    const gate = startGate(built, {
      ...localSettings((application.address() as AddressInfo).port, publicHost),
      GATE_DATABASE_URL: postgres.url,
      GATE_TRUSTED_PROXIES: '127.0.0.1',
      GATE_PORT: String(port),
      GATE_DRAIN_SECONDS: '2',
    })
    await gate.listening()
    return gate
  }

  beforeAll(async () => {
    ;[built, postgres] = await Promise.all([buildGate(), startPostgres()])
    application.listen(0, '127.0.0.1')
    await once(application, 'listening')
    ports = await Promise.all([freePort(), freePort(), freePort()])
    gates = await Promise.all(ports.map(start))
    nginxPort = await freePort()
    nginx = await startNginx(directory, { sites: sitesWith(ports), port: nginxPort })
  })
  afterAll(async () => {
    for (const { child } of gates) child.kill('SIGKILL')
    await Promise.all([nginx.close(), ...gates.map(({ closed }) => closed)])
    application.closeAllConnections()
    application.close()
    await postgres.stop()
    rmSync(directory, { recursive: true })
  })

  const sitesWith = (gatePorts: readonly number[]) =>
    sampleSite({ directory, host: publicHost, port: nginxPort, gates: gatePorts })

  async function signIn(): Promise<TestBrowser> {
    const browser = createTestBrowser(publicHost, sendTo(nginxPort))
    const state = stateOf(await browser.open('/page'))
    const exchanged = await post(browser, { id_token: platform.emulatorToken(), state })
    const { redirectToken } = JSON.parse(exchanged.text) as Exchange
    expect((await fetchCookie(browser, redirectToken)).text).toBe('OK')
    return browser
  }

  async function statusOf(method: string, cookie: string): Promise<number | undefined> {
    const headers = { host: publicHost, cookie, ...(method === 'POST' && { 'content-length': 4 }) }
    const request = http.request({ port: nginxPort, path: '/x', method, headers, agent: false })
    request.end(method === 'POST' ? 'body' : undefined)
    const [response] = (await once(request, 'response')) as [http.IncomingMessage]
    await once(response.resume(), 'end')
    return response.statusCode
  }

  it('each gate in turn is stopped and started while users sign in, read and write, and no request fails', async () => {
    const { cookies } = await signIn()
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const statuses = new Map<string, number>()
    let signIns = 0
    const load = { isGoing: true }
    const readAndWrite = async (method: string) => {
      while (load.isGoing) {
        const key = `${method} ${await statusOf(method, cookie)}`
        statuses.set(key, (statuses.get(key) ?? 0) + 1)
      }
    }
    const signInAgain = async () => {
      while (load.isGoing) {
        await signIn()
        signIns += 1
      }
    }
    const loaded = Promise.all([
      ...['GET', 'GET', 'GET', 'POST'].map(readAndWrite),
      signInAgain(),
    ]).finally(() => (load.isGoing = false))
    loaded.catch(() => {})
    // nginx does not notice when a gate is about to stop, so each one is taken out before.
    const useGates = (gatePorts: readonly number[]) => nginx.reload(sitesWith(gatePorts))
    for (const [index, port] of ports.entries()) {
      await useGates(ports.filter((other) => other !== port))
      expect(await gates[index]?.end('SIGTERM')).toEqual([0, null])
      gates[index] = await start(port)
      await useGates(ports)
    }
    load.isGoing = false
    await loaded
    expect([...statuses.keys()].toSorted()).toEqual(['GET 200', 'POST 200'])
    expect(Math.min(...statuses.values(), signIns)).toBeGreaterThan(20)
  })
})
