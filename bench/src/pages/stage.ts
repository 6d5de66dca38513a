import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { BrowserContext } from 'playwright-core'
import { createCertificate } from '../../../tools/src/certificate.ts'
import {
  chromiumHere,
  chromiumSwitches,
  installChromium,
} from '../../../tools/src/browsers/chromium.ts'
import { createInternet } from './internet.ts'
import { openLink } from './link/link.ts'
import type { Link } from './link/link.ts'
import { services } from './services.ts'
import { prepareSubjects } from './subjects.ts'
import type { Subject } from './subjects.ts'

/** The pages, all servers that they call, the network between, and browsers that can reach nothing else. */
export interface Stage {
  readonly link: Link
  readonly subjects: readonly Subject[]
  openProfile(): Promise<Profile>
  close(): Promise<void>
}

/** A new browser profile. Not a private window, which would not preconnect. */
export interface Profile {
  readonly context: BrowserContext
  close(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  await installChromium()
  const certificate = createCertificate()
  const subjects = await prepareSubjects()
  const pages = subjects.all.map(({ host, answer }) => [host, answer] as const)
  const domains = [...pages.map(([host]) => host), 'iap.googleapis.com']
  const hosts = new Map([...services(domains), ...pages])
  const internet = await createInternet(certificate, hosts)
  const link = await openLink({ target: internet.port, ports: hosts.size })
  const launch = {
    executablePath: chromiumHere(),
    args: [
      ...chromiumSwitches,
      '--disable-gpu',
      // With a certificate that it does not trust, the browser would not cache.
      `--ignore-certificate-errors-spki-list=${certificate.spkiHash}`,
      `--host-resolver-rules=${resolverRules([...hosts.keys()], link.ports)}`,
    ],
  }
  return {
    link,
    subjects: subjects.all,
    async openProfile() {
      const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'))
      const context = await chromium.launchPersistentContext(folder, launch)
      return {
        context,
        async close() {
          await context.close()
          await rm(folder, { recursive: true, force: true })
        },
      }
    },
    async close() {
      link.close()
      internet.close()
      subjects.close()
    },
  }
}

/** A port for each host: the browser would share one connection between hosts with the same IP address. */
function resolverRules(hosts: readonly string[], ports: readonly number[]): string {
  const rules = hosts.map((host, at) => `MAP ${host} 127.0.0.1:${ports[at]}`)
  // Other hosts do not resolve, so the browser's own requests do not use the simulated network.
  return [...rules, 'MAP * ~NOTFOUND'].join(',')
}
