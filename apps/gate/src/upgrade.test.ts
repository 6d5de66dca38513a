import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { startPostgres, type PostgresServer } from '@foyer/test-services/postgres-server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { withClient } from './postgres/connection.ts'
import { migrateTables } from './postgres/tables.ts'
import {
  buildGate,
  buildNextGate,
  startGate as launchGate,
  type GateProcess,
} from './testing/gate-process.ts'
import { createIdentityPlatform } from './testing/identity-platform.ts'
import { localSettings } from './testing/local-settings.ts'
import { laterVersions, tableVersions as nextVersions } from './testing/next-table-versions.ts'
import { patience } from './testing/patience.ts'
import { createTestBrowser, sendTo, type TestBrowser } from './testing/test-browser.ts'
import { fetchCookie, post, stateOf, type Exchange } from './testing/test-gate.ts'

const rights = path.join(import.meta.dirname, '../../../deploy/postgres/gate-rights.sql')
const publicHost = 'localhost:14192'
const platform = await createIdentityPlatform(() => Math.floor(Date.now() / 1000))
const application = http.createServer((_req, res) => res.end('the application'))
let postgres: PostgresServer
let builds: { released: string; next: string }
let settings: Record<string, string>
let ownerUrl: string
const running: GateProcess[] = []

beforeAll(async () => {
  const started = await Promise.all([buildGate(), buildNextGate(), startPostgres()])
  builds = { released: started[0], next: started[1] }
  postgres = started[2]
  await postgres.run(`
    create role gate_owner login password 'owner';
    create role gate login password 'service';
    ${readFileSync(rights, 'utf8')}`)
  ownerUrl = postgres.url.replace('foyer:foyer', 'gate_owner:owner')
  application.listen(0, '127.0.0.1')
  await once(application, 'listening')
  const { port } = application.address() as AddressInfo
  settings = {
    ...localSettings(port, publicHost),
    GATE_DATABASE_URL: postgres.url.replace('foyer:foyer', 'gate:service'),
    GATE_MIGRATE: 'never',
  }
})
afterAll(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  await Promise.all(running.map(({ closed }) => closed))
  application.closeAllConnections()
  application.close()
  await postgres.stop()
})

type Version = keyof typeof builds
type Started = GateProcess & { port: number }

async function start(version: Version): Promise<Started> {
  const gate = launchGate(builds[version], settings)
  running.push(gate)
  return { ...gate, port: await gate.listening() }
}

/** Why the gate did not start. */
async function refusal(version: Version) {
  const gate = launchGate(builds[version], settings)
  expect(await gate.closed).toBe(1)
  return gate.output.error
}

function at({ port }: Started, known?: TestBrowser): TestBrowser {
  const browser = createTestBrowser(publicHost, sendTo(port))
  for (const [name, value] of known?.cookies ?? []) browser.cookies.set(name, value)
  return browser
}

/** A sign-in that begins at one gate and ends at the other, and a sign-out that is effective on both. */
async function expectToWork(first: Started, second: Started = first) {
  const browser = at(first)
  const state = stateOf(await browser.open('/page'))
  const answer = await post(at(second, browser), { id_token: platform.emulatorToken(), state })
  const { redirectToken } = JSON.parse(answer.text) as Exchange
  const signedIn = at(second, browser)
  expect((await fetchCookie(signedIn, redirectToken)).text).toBe('OK')
  const again = await post(at(first, browser), { id_token: platform.emulatorToken(), state })
  expect(again.text).toContain('restart the authentication')
  const copy = at(first, signedIn)
  expect((await copy.open('/page')).text).toBe('the application')
  await at(second, signedIn).open('/?gcp-iap-mode=CLEAR_LOGIN_COOKIE')
  await vi.waitFor(async () => expect((await copy.open('/page')).status).toBe(302), patience)
}

describe('gates whose user may not change the tables', () => {
  it('a gate does not start before the tables are made, and says which command makes them', async () => {
    expect(await refusal('released')).toContain('Run: foyer-gate migrate-store')
  })

  it('the command makes the tables with the database as its only setting, and a gate then needs no other right', async () => {
    const only = { GATE_DATABASE_URL: ownerUrl }
    const command = launchGate(builds.released, only, ['migrate-store'])
    expect([await command.closed, command.output.error]).toEqual([0, ''])
    expect(command.output.out).toBe('Made the tables of version 1.\n')
    await expectToWork(await start('released'))
  })

  it('old and new gates work side by side, old ones restart after the migration, and a rollback needs no other step', async () => {
    const [old, other] = [await start('released'), await start('released')]
    expect(await refusal('next')).toContain('Run: foyer-gate migrate-store')
    await withClient(ownerUrl, (client) => migrateTables(client, nextVersions))
    await expectToWork(old)

    const next = await start('next')
    await expectToWork(old, next)
    await expectToWork(next, other)
    await other.end('SIGKILL')
    const restarted = await start('released')
    await expectToWork(restarted, next)

    await Promise.all([next.end('SIGTERM'), old.end('SIGTERM')])
    await expectToWork(restarted)
    await expectToWork(await start('released'), restarted)
  })

  it('after a migration that removes what it uses, an old gate does not start', async () => {
    await withClient(ownerUrl, (client) => migrateTables(client, laterVersions))
    expect(await refusal('released')).toContain('of a newer version of the gate')
  })
})
