import { idOf } from '@foyer/contract/sign-in-methods'
import { isRejected } from '../config/access-policy.ts'
import type { ProjectAdmin } from '../identity/project-admin.ts'
import type { Settings } from '../settings.ts'
import { offeredMethods } from '../tenants/offered-methods.ts'
import type { Level, MethodDeps } from './check-methods.ts'
import { ok, warn, type Finding } from './finding.ts'
import { fieldOf } from './probe.ts'

const names: Readonly<Record<string, string>> = {
  emailLink: 'email link',
  anonymous: 'anonymous sign-in',
}

/**
 * Warns about each method that is on at the service and that the page does not offer: anyone who has the public API key can
 * use it without the page. The gate refuses it only if the access policy says so.
 */
export async function checkUnlisted(level: Level, deps: MethodDeps): Promise<Finding[]> {
  const { settings, admin } = deps
  const { tenantId, body } = level
  const at = tenantId === null ? '' : ` in tenant ${tenantId}`
  const providers = await providersOn(tenantId, admin)
  const methodsOn = [
    ...(tenantId === null ? ownMethodsOfProject(body) : ownMethodsOfTenant(body)),
    ...(providers ?? []),
  ]
  const unlisted = methodsOn.filter((id) => isUnlisted(id, tenantId, settings))
  return [
    ...(providers === null
      ? [warn(`other providers are off${at}`, 'they cannot be read: look at the console')]
      : []),
    ...unlisted.map((id) => warn(`${names[id] ?? id} is off${at}`, todoFor(id, level, settings))),
    ...(providers !== null && unlisted.length === 0 ? [ok(`no other method is on${at}`)] : []),
  ]
}

function isUnlisted(id: string, tenantId: string | null, { config, policy }: Settings): boolean {
  const offered = offeredMethods(config, tenantId).map(idOf)
  return !offered.some((method) => method === id) && !(policy && isRejected(policy, id, tenantId))
}

function todoFor(id: string, { tenantId }: Level, { config }: Settings): string {
  const offered = offeredMethods(config, tenantId).map(idOf)
  if (id === 'password' && tenantId === null && offered.includes('emailLink'))
    return 'it is on, as the service has no email link without it for the project: keep sign-up off, or use a tenant'
  return 'it is on, and anyone with the public API key can sign in with it: turn it off, or offer it, or refuse it in the access policy'
}

function ownMethodsOfProject(config: unknown): string[] {
  const hasEmail = isOn(config, 'signIn', 'email', 'enabled')
  return [
    ...(hasEmail ? ['password'] : []),
    ...(hasEmail && !isOn(config, 'signIn', 'email', 'passwordRequired') ? ['emailLink'] : []),
    ...(isOn(config, 'signIn', 'anonymous', 'enabled') ? ['anonymous'] : []),
    // The service accepts no phone numbers for the accounts of a tenant.
    ...(isOn(config, 'signIn', 'phoneNumber', 'enabled') ? ['phone'] : []),
  ]
}

function ownMethodsOfTenant(tenant: unknown): string[] {
  return [
    ...(isOn(tenant, 'allowPasswordSignup') ? ['password'] : []),
    ...(isOn(tenant, 'enableEmailLinkSignin') ? ['emailLink'] : []),
    ...(isOn(tenant, 'enableAnonymousUser') ? ['anonymous'] : []),
  ]
}

const isOn = (settings: unknown, ...path: string[]) => fieldOf(settings, ...path) === true

const folders = ['defaultSupportedIdpConfigs', 'oauthIdpConfigs', 'inboundSamlConfigs'] as const

/** The ids of the providers that are on. Null if they cannot be read. */
async function providersOn(tenantId: string | null, admin: ProjectAdmin): Promise<string[] | null> {
  const prefix = tenantId === null ? '' : `tenants/${tenantId}/`
  const lists = await Promise.all(folders.map((folder) => listOf(prefix, folder, admin)))
  return lists.includes(null) ? null : lists.flatMap((list) => list ?? [])
}

async function listOf(
  prefix: string,
  folder: (typeof folders)[number],
  admin: ProjectAdmin,
): Promise<string[] | null> {
  const ids: string[] = []
  let page = ''
  do {
    // Each page needs the token of the one before.
    // eslint-disable-next-line no-await-in-loop
    const { status, body } = await admin.read(`${prefix}${folder}?pageSize=100${page}`)
    if (status !== 200) return null
    const configs = fieldOf(body, folder)
    if (Array.isArray(configs)) ids.push(...configs.filter((own) => isOn(own, 'enabled')).map(idIn))
    const next = fieldOf(body, 'nextPageToken')
    page = typeof next === 'string' && next !== '' ? `&pageToken=${encodeURIComponent(next)}` : ''
  } while (page !== '')
  return ids
}

/** The id of a provider whose name is `projects/…/oauthIdpConfigs/oidc.acme`. */
function idIn(config: unknown): string {
  return String(fieldOf(config, 'name')).split('/').at(-1) ?? ''
}
