import { isOfCompany } from '@foyer/contract/company-provider'
import { namedProviders } from '@foyer/contract/complete-method'
import { isValidMethod } from '@foyer/contract/config'
import { idOf, isProvider, type Method, type MethodSettings } from '@foyer/contract/sign-in-methods'
import type { SettingError } from '../settings/setting-error.ts'
import { isObject, settingOf } from './config-file.ts'

/** The parameters that Identity Platform sets itself. It ignores them, so they would be a mistake. */
const reserved: ReadonlySet<string> = new Set([
  'client_id',
  'redirect_uri',
  'response_mode',
  'response_type',
  'scope',
  'state',
])

/**
 * The mistakes in the sign-in methods that the page could not notice.
 *
 * @param read the config document. Other errors may be in it, because all are reported at once.
 */
export function methodErrors(read: unknown): SettingError[] {
  if (!isObject(read)) return []
  const { methods, tenants, countries } = read
  return [
    ...listed(countries).flatMap((code, at) =>
      typeof code !== 'string' || !/^[A-Z]{2}$/.test(code) || isCountry(code)
        ? []
        : [{ key: settingOf(`countries.${at}`), message: 'is the code of no country' }],
    ),
    ...errorsIn('methods', methods),
    ...Object.entries(isObject(tenants) ? tenants : {}).flatMap(([id, tenant]) =>
      errorsIn(`tenants.${id}.methods`, isObject(tenant) ? tenant['methods'] : undefined),
    ),
  ]
}

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** Codes that are often written for another one, such as UK for GB, have another canonical form. */
function isCountry(code: string): boolean {
  return new Intl.Locale(`und-${code}`).region === code && regions.of(code) !== undefined
}

function errorsIn(key: string, methods: unknown): SettingError[] {
  return listed(methods).flatMap((method, index) =>
    isValidMethod(method)
      ? mistakesOf(method).map(([name, message]) => ({
          key: settingOf([`${key}.${index}`, ...name].join('.')),
          message,
        }))
      : [],
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
