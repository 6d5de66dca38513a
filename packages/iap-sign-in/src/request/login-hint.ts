import type { SelectedTenantInfo } from '../interfaces/handler.ts'
import { isRecord } from '../http/json.ts'

const prefix = '#hint='
const maxEmail = 254
const email = /^[^@]+@[^@]+$/
// It starts with a letter or digit, so `__proto__` is not accepted.
const providerId = /^[a-z\d][\w.-]*$/i

/** The history state of a tenant that was chosen in the page. It replaces the hash. */
export interface ChoiceState {
  readonly state: 'signIn'
  readonly selectedTenantInfo: SelectedTenantInfo
}

/**
 * What is known about the user before the sign-in: from the choice in the page, or from the hash
 * `#hint=EMAIL;PROVIDER,PROVIDER`. The hash is not decoded. Invalid parts are dropped, and the whole hint if it is for
 * another tenant (D7).
 */
export function readLoginHint(
  hash: string,
  historyState: unknown,
  tenantId: string | null,
): SelectedTenantInfo | null {
  if (isChoice(historyState)) {
    const choice = historyState.selectedTenantInfo
    return choice.tenantId === tenantId
      ? wellFormed(choice.email, choice.providerIds, tenantId)
      : null
  }
  const separator = hash.indexOf(';')
  if (!hash.startsWith(prefix) || separator === -1) return null
  const providerIds = hash.slice(separator + 1).split(',')
  return wellFormed(hash.slice(prefix.length, separator), providerIds, tenantId)
}

function wellFormed(
  hintedEmail: unknown,
  providers: unknown,
  tenantId: string | null,
): SelectedTenantInfo {
  const trimmed = typeof hintedEmail === 'string' ? hintedEmail.trim() : ''
  const listed: unknown[] = Array.isArray(providers) ? providers : []
  return {
    ...(trimmed.length <= maxEmail && email.test(trimmed) && { email: trimmed }),
    tenantId,
    providerIds: listed
      .filter((id) => typeof id === 'string')
      .map((id) => id.trim())
      .filter((id) => providerId.test(id)),
  }
}

function isChoice(state: unknown): state is ChoiceState {
  return isRecord(state) && state['state'] === 'signIn' && isRecord(state['selectedTenantInfo'])
}
