import { secondFactorsOf } from '@foyer/contract/config'
import { entryOf } from '@foyer/contract/served-tenants'
import type { SecondFactorKind } from '@foyer/contract/config'
import {
  needsSecondFactor,
  pathsWithFactor,
  type AccessPolicy,
} from '@foyer/contract/access-policy'
import type { Settings } from '../settings.ts'
import { fail, ok, warn, type Finding } from './finding.ts'
import { fieldOf, textsOf } from './probe.ts'

const names: Readonly<Record<SecondFactorKind, string>> = {
  phone: 'text messages',
  totp: 'authenticator apps',
}

interface Factors {
  tenantId: string | null
  at: string
  /** The settings of the project or the tenant. */
  mfa: unknown
}

/** Checks that users can add the second factors that the config names, and that the gate requires one. */
export function checkSecondFactors(
  { config, policy }: Pick<Settings, 'config' | 'policy'>,
  { tenantId, at, mfa }: Factors,
): Finding[] {
  const entry = entryOf(config.tenants ?? {}, tenantId)
  const kinds = secondFactorsOf(config, entry === undefined ? undefined : config.tenants?.[entry])
  if (kinds.length === 0) return checkPaths(policy, { tenantId, at })
  const required = `the gate requires a second step${at}`
  return [
    ...kinds.map((kind) => {
      const what = `a second step by ${names[kind]} is on${at}`
      return isOn(kind, mfa)
        ? ok(what)
        : fail(what, `enable it (${setting[kind]}), or take ${kind} out of secondFactors`)
    }),
    policy !== null && needsSecondFactor(policy, tenantId)
      ? ok(required)
      : warn(
          required,
          'only the page does: put "secondFactor": "required" into the access policy, and name it in FOYER_POLICY_FILE',
        ),
  ]
}

/** The page lets users add a factor only at a sign-in that needs one. */
function checkPaths(
  policy: AccessPolicy | null,
  { tenantId, at }: Pick<Factors, 'tenantId' | 'at'>,
): Finding[] {
  const paths = policy === null ? [] : pathsWithFactor(policy, tenantId)
  return paths.length === 0
    ? []
    : [
        warn(
          `users can add the second step that ${paths.join(', ')} requires${at}`,
          'the page offers none: set secondFactors, or "secondFactor": "required" in the rule of the tenant; every sign-in then needs one',
        ),
      ]
}

const setting: Readonly<Record<SecondFactorKind, string>> = {
  phone: 'mfaConfig.enabledProviders: PHONE_SMS',
  totp: 'mfaConfig.providerConfigs: totpProviderConfig',
}

const isEnabled = (state: unknown) => state === 'ENABLED' || state === 'MANDATORY'

function isOn(kind: SecondFactorKind, mfa: unknown): boolean {
  if (kind === 'phone') {
    return (
      isEnabled(fieldOf(mfa, 'state')) &&
      textsOf(fieldOf(mfa, 'enabledProviders')).includes('PHONE_SMS')
    )
  }
  const configs = fieldOf(mfa, 'providerConfigs')
  return (
    Array.isArray(configs) &&
    configs.some(
      (own: unknown) =>
        isEnabled(fieldOf(own, 'state')) && fieldOf(own, 'totpProviderConfig') !== undefined,
    )
  )
}
