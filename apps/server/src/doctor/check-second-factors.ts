import { secondFactorsOf } from '@foyer/contract/config'
import type { Config, SecondFactorKind } from '@foyer/contract/config'
import { fail, ok, type Finding } from './finding.ts'
import { fieldOf, textsOf } from './probe.ts'

const names: Readonly<Record<SecondFactorKind, string>> = {
  phone: 'text messages',
  totp: 'authenticator apps',
}

/**
 * Checks that users can add the second factors that the config names.
 *
 * @param mfa the settings of the project or the tenant
 */
export function checkSecondFactors(
  config: Config,
  tenantId: string | null,
  at: string,
  mfa: unknown,
): Finding[] {
  const tenant = tenantId === null ? undefined : config.tenants?.[tenantId]
  return secondFactorsOf(config, tenant).map((kind) => {
    const what = `a second step by ${names[kind]} is on${at}`
    return isOn(kind, mfa)
      ? ok(what)
      : fail(what, `enable it (${setting[kind]}), or take ${kind} out of secondFactors`)
  })
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
