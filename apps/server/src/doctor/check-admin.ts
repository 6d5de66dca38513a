import { methodsOf } from '@foyer/contract/config'
import { isProjectTid, isTenantId } from '@foyer/iap-sign-in/tenant-id'
import { IdentityError } from '../identity/identity-error.ts'
import { servesTenant } from '@foyer/contract/served-tenants'
import type { IdentityPlatform } from '../identity/identity-platform.ts'
import type { ProjectAdmin } from '../identity/project-admin.ts'
import type { Settings } from '../settings.ts'
import { checkMethods } from './check-methods.ts'
import type { Project } from './check-project.ts'
import { checkSecondFactors } from './check-second-factors.ts'
import { checkUnlisted } from './check-unlisted.ts'
import { fail, ok, skip, warn, type Finding } from './finding.ts'
import { fieldOf, textsOf } from './probe.ts'

/** The account service's calls to Identity Platform need two roles for its service account. */
export async function checkPermissions(identity: IdentityPlatform): Promise<Finding[]> {
  return Promise.all([
    tryCall('accounts can be read', 'grant "Firebase Authentication Admin"', () =>
      identity.accountByUid('foyer-doctor', null),
    ),
    tryCall(
      'custom tokens can be signed',
      'grant "Service Account Token Creator" on itself, and enable the IAM Credentials API',
      () => identity.customTokenFor('foyer-doctor', null),
    ),
  ])
}

async function tryCall(
  what: string,
  grant: string,
  call: () => Promise<unknown>,
): Promise<Finding> {
  try {
    await call()
    return ok(what)
  } catch (error) {
    return error instanceof IdentityError && error.code !== 'internal'
      ? fail(what, `Identity Platform cannot be reached (${error.code})`)
      : fail(what, `there are no credentials, or they may not: ${grant}`)
  }
}

/** Checks the sign-in methods, tenants and text messages in the admin settings of the project. */
export async function checkAdminConfig(
  settings: Settings,
  admin: ProjectAdmin | null,
  project: Project | null,
): Promise<Finding[]> {
  const numbered = checkProjectTenant(settings, project)
  if (admin === null) {
    const reason =
      settings.projectId === null ? 'FOYER_PROJECT_ID is not set' : 'an emulator does not tell'
    const unseen = ['sign-in methods', 'tenants', 'text messages']
    return [...numbered, ...unseen.map((what) => skip(what, reason))]
  }

  const { status, body } = await readConfig(admin)
  if (status !== 200)
    return [
      ...numbered,
      warn(
        'project settings',
        `cannot be read (${status}): run with credentials that have "Identity Platform Viewer"`,
      ),
    ]
  const tenantIds = Object.keys(settings.config.tenants ?? {}).filter(isTenantId)
  const servesProject = servesTenant(settings.config.tenants, null)
  const levels = servesProject ? [null, ...tenantIds] : tenantIds
  return [
    ...numbered,
    checkNumber(body, project),
    ...(await Promise.all(levels.map((id) => checkLevel(id, settings, admin, body)))).flat(),
    ...checkCountries(settings, body),
  ]
}

async function readConfig(
  admin: ProjectAdmin,
): Promise<{ status: number | string; body: unknown }> {
  try {
    return await admin.read('config')
  } catch (error) {
    const hasCredentials = error instanceof IdentityError && error.code !== 'internal'
    return { status: hasCredentials ? 'no answer' : 'no credentials', body: null }
  }
}

/** `_` with the project number is the project level. With another number, nobody can sign in (D3). */
function checkProjectTenant({ config }: Settings, project: Project | null): Finding[] {
  return Object.keys(config.tenants ?? {})
    .filter(isProjectTid)
    .map((id) => {
      if (project === null) return skip(`tenant ${id}`, 'the project is not known')
      return id === `_${project.number}`
        ? ok(`tenant ${id} is the project itself`)
        : fail(`tenant ${id}`, `the project's number is ${project.number}`)
    })
}

function checkNumber(config: unknown, project: Project | null): Finding {
  const number = /^projects\/(\d+)\//.exec(String(fieldOf(config, 'name')))?.[1]
  if (project === null) return skip('project id', 'the project is not known')
  if (number === undefined) return skip('project id', 'the project settings have no project number')
  return number === project.number
    ? ok('project id and API key are of one project')
    : fail('project id', 'FOYER_PROJECT_ID and FOYER_API_KEY are of different projects')
}

async function checkLevel(
  tenantId: string | null,
  settings: Settings,
  admin: ProjectAdmin,
  projectConfig: unknown,
): Promise<Finding[]> {
  const deps = { settings, admin, projectConfig }
  const factorsOf = (at: string, mfa: unknown) =>
    checkSecondFactors(settings, { tenantId, at, mfa })
  if (tenantId === null) {
    const level = { tenantId, body: projectConfig }
    const methods = await Promise.all([checkMethods(level, deps), checkUnlisted(level, deps)])
    return [...methods.flat(), ...factorsOf('', fieldOf(projectConfig, 'mfa'))]
  }
  const { status, body } = await admin.read(`tenants/${tenantId}`)
  if (status !== 200)
    return [fail(`tenant ${tenantId}`, `there is none (${status}): compare the config file`)]
  return [
    ok(`tenant ${tenantId} exists`),
    ...(await checkMethods({ tenantId, body }, deps)),
    ...(await checkUnlisted({ tenantId, body }, deps)),
    ...factorsOf(` in tenant ${tenantId}`, fieldOf(body, 'mfaConfig')),
  ]
}

function checkCountries({ config }: Settings, projectConfig: unknown): Finding[] {
  const methods = methodsOf(config, undefined)
  const isPhoneOn =
    methods.includes('phone') ||
    Object.values(config.tenants ?? {}).some((tenant) => tenant.methods?.includes('phone'))
  if (!isPhoneOn) return []

  const policy = fieldOf(projectConfig, 'smsRegionConfig')
  const allowed = fieldOf(policy, 'allowlistOnly', 'allowedRegions')
  if (allowed === undefined)
    return [
      warn(
        'text messages',
        'the project sends them to every country: allow only the ones you serve, or strangers send at your cost',
      ),
    ]
  const missing = (config.countries ?? []).filter((country) => !textsOf(allowed).includes(country))
  return [
    missing.length === 0
      ? ok('text messages go to the allowed countries alone')
      : fail(
          'text messages',
          `the project sends none to ${missing.join(', ')}, which the page offers`,
        ),
  ]
}
