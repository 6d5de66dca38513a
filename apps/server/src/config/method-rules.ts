import type { Config } from '@foyer/contract/config'
import { isOfCompany } from '@foyer/contract/company-provider'
import { namedProviders } from '@foyer/contract/complete-method'
import { idOf, isProvider, type Method, type MethodSettings } from '@foyer/contract/sign-in-methods'
import type { SettingError } from '../settings/setting-error.ts'
import { settingOf } from './config-file.ts'

/** The parameters that Identity Platform sets itself. It ignores them, so they would be a mistake. */
const reserved: ReadonlySet<string> = new Set([
  'client_id',
  'redirect_uri',
  'response_mode',
  'response_type',
  'scope',
  'state',
])

/** The mistakes in the settings of the sign-in methods that the page could not notice. */
export function methodErrors({ methods, tenants = {} }: Config): SettingError[] {
  return [
    ...errorsIn('methods', methods),
    ...Object.entries(tenants).flatMap(([id, tenant]) =>
      errorsIn(`tenants.${id}.methods`, tenant.methods),
    ),
  ]
}

function errorsIn(key: string, methods: readonly Method[] = []): SettingError[] {
  return methods.flatMap((method, index) =>
    mistakesOf(method).map(([name, message]) => ({
      key: settingOf([`${key}.${index}`, ...name].join('.')),
      message,
    })),
  )
}

/** @returns the key below the method, or none for the method itself, and the message */
function mistakesOf(method: Method): [name: string[], message: string][] {
  const id = idOf(method)
  const settings: Partial<MethodSettings> = typeof method === 'string' ? {} : method
  const mistakes: [string[], string][] = []
  if (isProvider(id) && !isOfCompany(id) && !namedProviders.includes(id)) {
    mistakes.push([
      [],
      `must be phone, password, emailLink, ${namedProviders.join(', ')}, oidc.… or saml.…`,
    ])
  }
  if (isOfCompany(id) && settings.label === undefined) {
    mistakes.push([[], `needs a label: only the config has a name for ${id}`])
  }
  if (!isOfCompany(id) && settings.icon !== undefined) {
    mistakes.push([['icon'], `is fixed: the button of ${id} has the logo that its owner requires`])
  }
  if (settings.scopes !== undefined && (id.startsWith('saml.') || id === 'twitter.com')) {
    mistakes.push([['scopes'], `has no effect: ${id} has no scopes`])
  }
  for (const name of Object.keys(settings.customParameters ?? {})) {
    if (reserved.has(name)) {
      mistakes.push([['customParameters', name], 'is set by the identity service itself'])
    }
  }
  return mistakes
}
