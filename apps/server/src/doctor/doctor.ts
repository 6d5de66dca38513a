import { errorCodeOf } from '@foyer/node/system-error'
import type { IdentityPlatform } from '../identity/identity-platform.ts'
import type { ProjectAdmin } from '../identity/project-admin.ts'
import type { Settings } from '../settings.ts'
import { checkAdminConfig, checkPermissions } from './check-admin.ts'
import { checkAuthDomain, checkDomains, checkSameSite, lookUpProject } from './check-project.ts'
import { checkClock, checkFunction, checkGates, checkPage } from './check-reach.ts'
import { checkDatabase, checkMail } from './check-services.ts'
import { fail, skip, type Finding } from './finding.ts'

export interface Instruments {
  /** The Identity Platform API that the page calls. */
  identityUrl: string
  /** Null without a project id. */
  identity: IdentityPlatform | null
  /** Null for an emulator, which has no admin settings of a project. */
  admin: ProjectAdmin | null
  /** The servers with whose clocks ours is compared. */
  clockServers?: readonly string[]
  timeoutMs?: number
}

type Check = () => Finding[] | Promise<Finding | Finding[]>

/** Runs all checks in parallel. No check can stop another, throw, or exceed its time limit. */
export async function examine(
  settings: Settings,
  { identityUrl, identity, admin, clockServers, timeoutMs = 25_000 }: Instruments,
): Promise<Finding[]> {
  const guarded = (what: string, check: Check) => withTimeout(what, check, timeoutMs)
  const { project, finding } = await lookUpProject(settings, identityUrl)
  const withoutProject = (what: string) => [skip(what, 'the project is not known')]

  const findings = await Promise.all([
    guarded('authorised domains', () =>
      project === null ? withoutProject('authorised domains') : checkDomains(settings, project),
    ),
    guarded('helper pages', () => [checkAuthDomain(settings)]),
    guarded('same site', () => checkSameSite(settings)),
    guarded('permissions', () =>
      identity === null
        ? [fail('project id', 'set FOYER_PROJECT_ID: without it nobody is registered or linked')]
        : checkPermissions(identity),
    ),
    guarded('project settings', () => checkAdminConfig(settings, admin, project)),
    guarded('the page', () => checkPage(settings)),
    guarded('custom token function', () => checkFunction(settings)),
    guarded('gates', () => checkGates(settings, project)),
    guarded('database', () => checkDatabase(settings)),
    guarded('mail', () => checkMail(settings)),
    guarded('clock', () => checkClock(settings.isLocal, clockServers)),
  ])
  return [finding, ...findings.flat()]
}

async function withTimeout(what: string, check: Check, timeoutMs: number): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined
  const timeUp = new Promise<Finding>((resolve) => {
    timer = setTimeout(() => resolve(fail(what, 'no answer in time')), timeoutMs)
  })
  try {
    const findings = await Promise.race([check(), timeUp])
    return Array.isArray(findings) ? findings : [findings]
  } catch (error) {
    return [fail(what, `cannot be looked at (${errorCodeOf(error) || 'unknown error'})`)]
  } finally {
    clearTimeout(timer)
  }
}
