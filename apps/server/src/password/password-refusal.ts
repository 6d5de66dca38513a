import { checkRules, type PasswordRefusal, type PasswordRules } from '@foyer/contract/password'
import { plainLetters } from './plain-letters.ts'

export interface PasswordChecks {
  rulesOf: (tenantId: string | null) => Promise<PasswordRules>
  isCommon: (password: string) => Promise<boolean>
  isBreached: (password: string) => Promise<boolean>
  /** Whether the account has this password already. */
  isCurrent: (of: { email: string; tenantId: string | null; password: string }) => Promise<boolean>
}

/** Whose password it is to be. */
interface Owner {
  email: string
  displayName: string
  tenantId: string | null
  /** Whether it must be another password than the one that the account has, which its operator knows. */
  mustReplace: boolean
}

/** Why an account may not have this password. Null if it may. */
export async function passwordRefusal(
  password: string,
  { email, displayName, tenantId, mustReplace }: Owner,
  { rulesOf, isCommon, isBreached, isCurrent }: PasswordChecks,
): Promise<PasswordRefusal | null> {
  const rules = checkRules(await rulesOf(tenantId), password)
  if (rules.some(({ isMet }) => !isMet)) return 'weak'
  if (hasPartOf(`${email} ${displayName}`, password)) return 'personal'
  if (await isCommon(password)) return 'common'
  if (await isBreached(password)) return 'breached'
  return mustReplace && (await isCurrent({ email, tenantId, password })) ? 'current' : null
}

/** Whether the password has a name of the user or of the company in it. Three letters may be there by chance. */
function hasPartOf(owner: string, password: string): boolean {
  const plain = plainLetters(owner)
  // Addresses often have a number behind the name, such as a year of birth.
  const names = [...plain.split(/[^\p{L}\p{N}]+/u), ...plain.split(/\P{L}+/u)]
  const text = plainLetters(password)
  return names.some((name) => name.length > 3 && text.includes(name))
}
