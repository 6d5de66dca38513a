import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startBare } from '../gate/start-bare.ts'
import { startFoyerGate } from '../gate/start-foyer-gate.ts'
import { headersOfUser } from '../gate/subject.ts'
import { loadFully } from '../load/load.ts'
import { requestBytes } from '../load/request.ts'
import { publicUrl, startService } from '../service/start-service.ts'
import type { Answers } from '../service/services-process.ts'
import type { Point } from './growth.ts'
import { withEach } from './least.ts'
import { accepting, connections, pointsOf, type LoadedProcess } from './loaded-process.ts'

const folder = () => mkdtempSync(path.join(tmpdir(), 'foyer-bench-scale-'))
export const idOf = (index: number) => `company-${index}-x1y2z`

/** The config file of a page with this many tenants. Each has its logo on a host of its own. */
export function writeTenants(tenants: number, file: string): void {
  const entries = Array.from({ length: tenants }, (_each, index) => {
    const logoUrl = `https://images-${index}.example/logo.svg`
    return [idOf(index), { name: `Company ${index}`, logoUrl }]
  })
  writeFileSync(file, JSON.stringify({ tenants: Object.fromEntries(entries) }))
}

/** Processor time of the server for a page, of a tenant in turn, when each page was requested before. */
export function pageByTenants(
  sizes: readonly number[],
  addresses: Answers['addresses'],
): Promise<Point[]> {
  return withEach(sizes, (tenants) => startPage(tenants, addresses), pointsOf)
}

async function startPage(tenants: number, addresses: Answers['addresses']): Promise<LoadedProcess> {
  const data = folder()
  const file = path.join(data, 'config.json')
  writeTenants(tenants, file)
  const service = await startService('Postgres', addresses, { FOYER_CONFIG_FILE: file })
  let asked = 0
  const next = () => {
    asked += 1
    const query = new URLSearchParams({
      mode: 'login',
      apiKey: 'demo-api-key',
      tid: idOf(asked % tenants),
      redirect_uri: 'http://localhost:4100/_gcp_iap/handle_redirect',
      state: 'state',
    })
    return requestBytes('GET', `/?${query.toString()}`, {
      host: new URL(publicUrl).host,
      'accept-encoding': 'br',
    })
  }
  const work = { port: service.port, connections, check: accepting('The page'), next }
  // Two at a time, so that each is rendered and none is answered by the page without buttons.
  const untilAll = () => (asked < tenants ? next() : null)
  await loadFully({ ...work, connections: 2, seconds: 600, next: untilAll })
  return {
    size: tenants,
    pid: service.pid,
    work,
    async close() {
      await service.close()
      rmSync(data, { recursive: true })
    },
  }
}

/** Processor time of the gate for a request of a signed-in user. */
export async function gateByTenants(sizes: readonly number[]): Promise<Point[]> {
  const bare = await startBare()
  try {
    return await withEach(sizes, (tenants) => startGate(tenants, bare.port), pointsOf)
  } finally {
    await bare.close()
  }
}

async function startGate(tenants: number, applicationPort: number): Promise<LoadedProcess> {
  const data = folder()
  const file = path.join(data, 'tenants')
  const others = Array.from({ length: tenants - 1 }, (_each, index) => idOf(index))
  writeFileSync(file, [...others, 'acme-1a2b3'].join('\n'))
  const gate = await startFoyerGate(applicationPort, { GATE_TENANTS_FILE: file })
  let sent = 0
  const next = () => {
    sent += 1
    const user = gate.users[sent % gate.users.length]
    return requestBytes('GET', '/', headersOfUser(gate.host, user))
  }
  return {
    size: tenants,
    pid: gate.pid ?? 0,
    work: { port: gate.port, connections, check: accepting('A request'), next },
    async close() {
      await gate.close()
      rmSync(data, { recursive: true })
    },
  }
}
