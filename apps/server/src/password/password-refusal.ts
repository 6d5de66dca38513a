import { checkRules, type PasswordRefusal, type PasswordRules } from '@foyer/contract/password'

export interface PasswordChecks {
  rulesOf: (tenantId: string | null) => Promise<PasswordRules>
  isCommon: (password: string) => Promise<boolean>
  isBreached: (password: string) => Promise<boolean>
}

/** Why an account may not have this password. Null if it may. */
export async function passwordRefusal(
  password: string,
  { email, tenantId }: { email: string; tenantId: string | null },
  { rulesOf, isCommon, isBreached }: PasswordChecks,
): Promise<PasswordRefusal | null> {
  const rules = checkRules(await rulesOf(tenantId), password)
  if (rules.some(({ isMet }) => !isMet)) return 'weak'
  if (hasName(password, email)) return 'personal'
  if (await isCommon(password)) return 'common'
  return (await isBreached(password)) ? 'breached' : null
}

/** A name of three letters may be in a password by chance. */
function hasName(password: string, email: string): boolean {
  const name = email.slice(0, email.lastIndexOf('@')).toLowerCase()
  return name.length > 3 && password.toLowerCase().includes(name)
}
