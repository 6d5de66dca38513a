import type { PasswordRules } from '@foyer/contract/password'
import * as v from 'valibot'
import { ServerError } from '../errors/server-error.ts'
import { createIdentityService, type IdentityServiceDeps } from '../identity/identity-service.ts'

interface ServiceRulesDeps extends IdentityServiceDeps {
  /** Milliseconds since the epoch. */
  now: () => number
}

const freshMs = 300_000

/** The answer of the identity service to `GET /v2/passwordPolicy`. */
const policySchema = v.object({
  customStrengthOptions: v.optional(
    v.object({
      minPasswordLength: v.optional(v.number()),
      maxPasswordLength: v.optional(v.number()),
      containsLowercaseCharacter: v.optional(v.boolean()),
      containsUppercaseCharacter: v.optional(v.boolean()),
      containsNumericCharacter: v.optional(v.boolean()),
      containsNonAlphanumericCharacter: v.optional(v.boolean()),
    }),
    {},
  ),
  allowedNonAlphanumericCharacters: v.optional(v.array(v.string()), []),
  enforcementState: v.optional(v.string()),
})

/**
 * Reads the password policy of a tenant, or of the project, from the identity service. It is public, so the API key is
 * enough. The service enforces it too, but names only some of the conditions that a password does not meet.
 */
export function createServiceRules({ now, ...deps }: ServiceRulesDeps) {
  const known = new Map<string | null, { rules: PasswordRules; until: number }>()
  const send = createIdentityService(deps)

  return async (tenantId: string | null): Promise<PasswordRules> => {
    const kept = known.get(tenantId)
    if (kept && kept.until > now()) return kept.rules
    const rules = await ask(tenantId)
    known.set(tenantId, { rules, until: now() + freshMs })
    return rules
  }

  async function ask(tenantId: string | null): Promise<PasswordRules> {
    const query = tenantId === null ? '' : `&tenantId=${tenantId}`
    try {
      const answer = await send('v2/passwordPolicy', { query })
      if (!answer.ok) throw new Error(`The password policy was answered with ${answer.status}.`)
      return rulesIn(v.parse(policySchema, await answer.json()))
    } catch (cause) {
      throw new ServerError('unavailable', { cause })
    }
  }
}

function rulesIn({
  customStrengthOptions: options,
  allowedNonAlphanumericCharacters: symbols,
  enforcementState,
}: v.InferOutput<typeof policySchema>): PasswordRules {
  const isEnforced = enforcementState === 'ENFORCE'
  return {
    // Without a policy, the service requires six characters.
    minLength: (isEnforced && options.minPasswordLength) || 6,
    maxLength: (isEnforced && options.maxPasswordLength) || 4096,
    lowercase: isEnforced && options.containsLowercaseCharacter === true,
    uppercase: isEnforced && options.containsUppercaseCharacter === true,
    digit: isEnforced && options.containsNumericCharacter === true,
    symbol: isEnforced && options.containsNonAlphanumericCharacter === true ? symbols.join('') : '',
  }
}
