import { idOf, type ProviderMethod, type SignInMethod } from '@foyer/contract/sign-in-methods'
import type { ProjectAdmin } from '../identity/project-admin.ts'
import type { Settings } from '../settings.ts'
import { offeredMethods } from '../tenants/offered-methods.ts'
import { tenantOfNewUsers } from '../tenants/served-tenants.ts'
import { fail, ok, warn, type Finding } from './finding.ts'
import { fieldOf } from './probe.ts'
import { providerPath } from './provider-path.ts'

/** The settings of a tenant at Identity Platform, or of the project. */
export interface Level {
  tenantId: string | null
  body: unknown
}

export interface MethodDeps {
  settings: Settings
  admin: ProjectAdmin
  projectConfig: unknown
}

/** Checks each method that the page offers for a tenant, or for the project. */
export async function checkMethods(level: Level, deps: MethodDeps): Promise<Finding[]> {
  const methods = offeredMethods(deps.settings.config, level.tenantId).map(idOf)
  const found = await Promise.all(methods.map((method) => checkMethod(method, level, deps)))
  return found.flat()
}

async function checkMethod(
  method: SignInMethod,
  level: Level,
  { settings, admin, projectConfig }: MethodDeps,
): Promise<Finding[]> {
  const { tenantId } = level
  const at = tenantId === null ? '' : ` in tenant ${tenantId}`
  // Phone sign-in is turned on or off for the whole project, not for each tenant.
  if (method === 'phone') return [checkPhone(at, projectConfig)]
  if (method === 'password') return checkPassword(at, level)
  if (method === 'emailLink') return checkEmailLink(at, level, settings)
  const answer = await admin.read(providerPath(tenantId, method))
  return [checkProvider(method, at, answer, settings)]
}

function checkPhone(at: string, projectConfig: unknown): Finding {
  return fieldOf(projectConfig, 'signIn', 'phoneNumber', 'enabled') === true
    ? ok(`phone is on${at}`)
    : fail(`phone is on${at}`, 'enable the phone provider, or take phone out of the methods')
}

function checkEmailLink(at: string, level: Level, { config }: Settings): Finding[] {
  const { tenantId, body } = level
  const what = `email link is on${at}`
  const isOn =
    tenantId === null
      ? fieldOf(body, 'signIn', 'email', 'enabled') === true &&
        fieldOf(body, 'signIn', 'email', 'passwordRequired') !== true
      : fieldOf(body, 'enableEmailLinkSignin') === true
  if (!isOn)
    return [fail(what, 'enable sign-in with an email link, or take emailLink out of the methods')]
  // Otherwise the check of passwords has the same findings.
  const isAlone = !offeredMethods(config, tenantId).map(idOf).includes('password')
  const isOpen = config.selfRegistration === true && tenantOfNewUsers(config.tenants) === tenantId
  return [
    ok(what),
    ...(isAlone && !isOpen ? [checkSignUp(at, level, 'with an email link')] : []),
    ...(isAlone ? [checkEnumeration(at, level)] : []),
  ]
}

function checkSignUp(at: string, { body }: Level, how: string): Finding {
  const what = `users cannot create accounts${at}`
  return fieldOf(body, 'client', 'permissions', 'disabledUserSignup') === true
    ? ok(what)
    : warn(
        what,
        `they can: turn sign-up off, or anyone with the public API key creates an account ${how}`,
      )
}

function checkEnumeration(at: string, { body }: Level): Finding {
  const what = `email enumeration protection is on${at}`
  return fieldOf(body, 'emailPrivacyConfig', 'enableImprovedEmailPrivacy') === true
    ? ok(what)
    : warn(what, 'it is off: turn it on, or strangers learn who has an account')
}

/** Whether passwords are on, and whether the service protects them as far as it can. */
function checkPassword(at: string, level: Level): Finding[] {
  const { tenantId, body } = level
  const what = `password is on${at}`
  const isOn =
    tenantId === null
      ? fieldOf(body, 'signIn', 'email', 'enabled') === true
      : fieldOf(body, 'allowPasswordSignup') === true
  if (!isOn)
    return [fail(what, 'enable the email/password provider, or take password out of the methods')]
  const policy = `a password policy is enforced${at}`
  return [
    ok(what),
    checkSignUp(at, level, 'with a password'),
    checkEnumeration(at, level),
    fieldOf(body, 'passwordPolicyConfig', 'passwordPolicyEnforcementState') === 'ENFORCE'
      ? ok(policy)
      : warn(policy, 'none is: passwords of six characters are accepted unless they are common'),
  ]
}

function checkProvider(
  method: ProviderMethod,
  at: string,
  { status, body }: { status: number; body: unknown },
  { providers }: Settings,
): Finding {
  const what = `${method} is on${at}`
  if (status === 404)
    return fail(what, 'there is none: create the provider, or take it out of the methods')
  if (status !== 200 || fieldOf(body, 'enabled') !== true)
    return fail(what, 'enable the provider, or take it out of the methods')
  const linking: Partial<Record<ProviderMethod, [setting: string, clientIds: readonly string[]]>> =
    {
      'google.com': ['FOYER_GOOGLE_CLIENT_IDS', providers.google.clientIds],
      'microsoft.com': ['FOYER_MICROSOFT_CLIENT_IDS', providers.microsoft.clientIds],
    }
  const [setting, clientIds] = linking[method] ?? []
  return clientIds === undefined || clientIds.includes(String(fieldOf(body, 'clientId')))
    ? ok(what)
    : warn(what, `linking refuses its tokens: add its client id to ${setting}`)
}
