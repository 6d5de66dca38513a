import { firstPasswordClaim } from '@foyer/contract/password'

/** @param result of an ID token, whose claims may say that the account must replace its password before it continues */
export function mustReplacePassword(result: object): boolean {
  const { claims } = result as { claims?: Record<string, unknown> | null }
  return claims?.[firstPasswordClaim] === true
}
