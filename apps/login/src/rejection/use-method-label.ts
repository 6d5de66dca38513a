import { isOfCompany } from '@foyer/contract/company-provider'
import { methodsOf } from '@foyer/contract/config'
import type { Config, Tenant } from '@foyer/contract/config'
import { idOf } from '@foyer/contract/sign-in-methods'
import { useTranslation } from '../language/use-translation.tsx'
import { methodName } from '../sign-in/method-name.ts'

/** @returns a function that says what users call a provider of an ID token */
export function useMethodLabel(config: Config | null, tenant: Tenant | undefined) {
  const { t, language } = useTranslation('rejection')
  return (id: string): string => {
    const name = methodName(id, config, tenant, language)
    if (name !== null) return name
    if (id === 'password') return t(`methods.${emailMethod(config, tenant)}`)
    if (id === 'phone' || id === 'custom') return t(`methods.${id}`)
    return isOfCompany(id) ? t('methods.company', { id }) : id
  }
}

/** A sign-in with an email link has the provider `password` too. */
function emailMethod(config: Config | null, tenant: Tenant | undefined) {
  const offered = new Set(methodsOf(config ?? {}, tenant).map(idOf))
  if (!offered.has('emailLink')) return 'password'
  return offered.has('password') ? 'email' : 'emailLink'
}
