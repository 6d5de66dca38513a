import { firstPasswordClaim } from '@foyer/contract/password'
import type { Account } from '../identity/identity-platform.ts'

/** Whether an operator has marked the account. */
export function isMarked({ claims }: Account): boolean {
  return claims[firstPasswordClaim] === true
}

/** Whether the account has a password that its operator knows. Without one, the mark waits for a password. */
export function mustReplacePassword(account: Account): boolean {
  return isMarked(account) && account.providers.some(({ id }) => id === 'password')
}
