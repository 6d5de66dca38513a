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
import { cpuMs } from './cpu.ts'
import type { Point } from './growth.ts'

const connections = 8
const seconds = 3
const folder = () => mkdtempSync(path.join(tmpdir(), 'foyer-bench-scale-'))
const idOf = (index: number) => `company-${index}-x1y2z`

/** Processor time of the server for a page, of a tenant in turn, when each page was requested before. */
export async function pageByTenants(
  tenants: number,
  addresses: Answers['addresses'],
): Promise<Point> {
  const data = folder()
  const file = path.join(data, 'config.json')
  const entries = Array.from({ length: tenants }, (_each, index) => {
    const logoUrl = `https://images-${index}.example/logo.svg`
    return [idOf(index), { name: `Company ${index}`, logoUrl }]
  })
  writeFileSync(file, JSON.stringify({ tenants: Object.fromEntries(entries) }))
  const service = await startService('Postgres', addresses, { FOYER_CONFIG_FILE: file })
  try {
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
    const check = ({ status }: { status: number }) => {
      if (status !== 200) throw new Error(`The page was answered with ${status}.`)
    }
    const work = { port: service.port, check, next }
    // Two at a time, so that each is rendered and none is answered by the page without buttons.
    const untilAll = () => (asked < tenants ? next() : null)
    await loadFully({ ...work, connections: 2, seconds: 600, next: untilAll })
    await loadFully({ ...work, connections, seconds: 1 })
    const before = cpuMs(service.pid)
    const { requests } = await loadFully({ ...work, connections, seconds })
    return { size: tenants, cost: (cpuMs(service.pid) - before) / requests }
  } finally {
    await service.close()
    rmSync(data, { recursive: true })
  }
}

/** Processor time of the gate for a request of a signed-in user. */
export async function gateByTenants(tenants: number): Promise<Point> {
  const data = folder()
  const file = path.join(data, 'tenants')
  const others = Array.from({ length: tenants - 1 }, (_each, index) => idOf(index))
  writeFileSync(file, [...others, 'acme-1a2b3'].join('\n'))
  const bare = await startBare()
  const gate = await startFoyerGate(bare.port, { GATE_TENANTS_FILE: file })
  try {
    let sent = 0
    const next = () => {
      sent += 1
      return requestBytes(
        'GET',
        '/',
        headersOfUser(gate.host, gate.users[sent % gate.users.length]),
      )
    }
    const check = ({ status }: { status: number }) => {
      if (status !== 200) throw new Error(`The gate answered ${status}.`)
    }
    const work = { port: gate.port, connections, check, next }
    await loadFully({ ...work, seconds: 1 })
    const before = cpuMs(gate.pid ?? 0)
    const { requests } = await loadFully({ ...work, seconds })
    return { size: tenants, cost: (cpuMs(gate.pid ?? 0) - before) / requests }
  } finally {
    await gate.close()
    await bare.close()
    rmSync(data, { recursive: true })
  }
}
