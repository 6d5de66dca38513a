import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createAuthority } from '../../../packages/test-services/src/certificates.ts'
import { startNginx } from '../../../packages/test-services/src/nginx.ts'
import { freePort } from '../../../packages/test-services/src/postgres-server.ts'
import { gateEnvironment, serverEnvironment } from './environments.ts'
import { createPart, type Part, type Programs } from './part.ts'
import { applicationSite, loginSite, sitesOf } from './sites.ts'
import { startStandIns } from './stand-ins.ts'

export interface FleetPrograms {
  gate: Programs
  server: Programs
  /** The built page. */
  pageFolder: string
}

export type Fleet = Awaited<ReturnType<typeof startFleet>>

const size = 3

/** Three gates and three servers behind nginx on one Postgres, all in processes of their own. */
export async function startFleet(programs: FleetPrograms, drainSeconds: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'foyer-fleet-'))
  // nginx's own user reads the configuration's files.
  chmodSync(folder, 0o755)
  const authority = await createAuthority('fleet')
  const certificate = authority.issue([applicationSite, loginSite, '127.0.0.1'])
  const write = (name: string, text: string) => {
    const file = path.join(folder, name)
    writeFileSync(file, text, { mode: 0o644 })
    return file
  }
  const authorityFile = write('ca.pem', authority.cert)
  write('fullchain.pem', certificate.cert)
  write('privkey.pem', certificate.key)
  mkdirSync(path.join(folder, 'logs'))

  const services = await startStandIns(certificate)
  const numbers = Array.from({ length: size }, (_each, index) => index + 1)
  const createParts = (
    name: string,
    options: { readyPath: string; programs: Programs },
    environmentAt: (port: number) => Record<string, string>,
  ) =>
    Promise.all(
      numbers.map(async (number) => {
        const port = await freePort()
        const own = { name: `${name} ${number}`, port, environment: environmentAt(port) }
        return createPart({ ...options, ...own, folder: path.join(folder, 'logs') })
      }),
    )
  const gates = await createParts(
    'gate',
    { readyPath: '/_gcp_iap/healthz', programs: programs.gate },
    (port) => gateEnvironment({ port, drainSeconds }, services, authorityFile),
  )
  const servers = await createParts(
    'server',
    { readyPath: '/readyz', programs: programs.server },
    (port) => serverEnvironment({ port, drainSeconds }, services, programs.pageFolder),
  )
  const parts = [...gates, ...servers]
  const endParts = () => Promise.all(parts.map((part) => part.kill()))
  try {
    await Promise.all(parts.map((part) => part.start()))
  } catch (error) {
    await endParts()
    await services.close()
    throw error
  }

  const [port, plainPort] = [await freePort(), await freePort()]
  /** Those that nginx sends requests to. */
  const used = new Set<Part>(parts)
  const portsOf = (some: readonly Part[]) =>
    some.filter((part) => used.has(part)).map((part) => part.port)
  const sites = () =>
    sitesOf({ folder, port, plainPort, gates: portsOf(gates), servers: portsOf(servers) })
  const nginx = await startNginx(folder, { sites: sites(), port, workers: 2 })

  return {
    services,
    gates,
    servers,
    folder,
    nginx: { port, ca: authority.cert },
    /** Tells nginx whether it may send requests to an instance. */
    async setInService(part: Part, isInService: boolean) {
      if (used.has(part) === isInService) return
      if (isInService) used.add(part)
      else used.delete(part)
      await nginx.reload(sites())
    },
    async close({ keepsLogs = false } = {}) {
      await endParts()
      await nginx.close()
      await services.close()
      if (!keepsLogs) rmSync(folder, { recursive: true })
    },
  }
}
