import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, startProcess } from '../load/process.ts'
import { partnerKey, partnerName } from './invitation.ts'
import type { Answers } from './services-process.ts'

export type StoreName = 'PGlite' | 'Postgres'

export interface Service {
  port: number
  pid: number
  metrics(): Promise<ReadonlyMap<string, number>>
  /** Makes the server collect its garbage. */
  collectGarbage(): void
  close(): Promise<void>
}

const main = fileURLToPath(new URL('../../../apps/server/dist/main.js', import.meta.url))
const collectOnSignal = new URL('collect-on-signal.mjs', import.meta.url).href
export const publicUrl = 'http://localhost:4000'

/** The built server. In local mode, because it trusts the bench's Identity Platform only there. */
export async function startService(
  store: StoreName,
  addresses: Answers['addresses'],
  more: Readonly<Record<string, string>> = {},
): Promise<Service> {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const data = mkdtempSync(path.join(tmpdir(), 'foyer-bench-service-'))
  const collector = ['--expose-gc', '--import', collectOnSignal]
  const server = await startProcess(process.execPath, [...collector, main], port, {
    FOYER_MODE: 'local',
    FOYER_HOST: '127.0.0.1',
    FOYER_PORT: String(port),
    FOYER_METRICS_PORT: String(metricsPort),
    FOYER_PUBLIC_URL: publicUrl,
    FOYER_API_KEY: 'demo-api-key',
    FOYER_AUTH_DOMAIN: 'localhost',
    FOYER_PRODUCT_URL: 'http://localhost:4100/',
    FOYER_FUNCTION_URL: '/custom-token',
    FOYER_PROJECT_ID: 'demo-proj',
    FOYER_DATA: data,
    FOYER_SIGNING_KEY: Buffer.alloc(32, 5).toString('base64'),
    FOYER_PARTNER_KEYS: `${partnerName}:${partnerKey.toString('base64')}`,
    FOYER_CONFIG_FILE: fileURLToPath(new URL('config.json', import.meta.url)),
    FOYER_MAIL_URL: addresses.mail,
    FOYER_MAIL_FROM: 'Foyer <no-reply@example.com>',
    // Each request has its own client IP address, otherwise the limits would apply.
    FOYER_TRUSTED_PROXIES: '127.0.0.1',
    FIREBASE_AUTH_EMULATOR_HOST: addresses.platform,
    ...(store === 'Postgres' && { DATABASE_URL: addresses.postgres }),
    ...more,
  })
  return {
    port,
    pid: server.pid,
    async metrics() {
      const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
      return readMetrics(await answer.text())
    },
    collectGarbage: () => void process.kill(server.pid, 'SIGUSR2'),
    async close() {
      await server.close()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** The metrics without labels. */
function readMetrics(text: string): ReadonlyMap<string, number> {
  return new Map(
    Array.from(text.matchAll(/^(\w+) (\S+)$/gm), ([, name = '', value]) => [name, Number(value)]),
  )
}
