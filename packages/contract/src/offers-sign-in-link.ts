import type { Config, Tenant } from './config.ts'

/** Whether an account of a tenant that has no provider may sign in with a link in an email. */
export function offersSignInLink(
  config: Pick<Config, 'signInLink'>,
  tenant: Pick<Tenant, 'signInLink'> | undefined,
): boolean {
  return config.signInLink === true && tenant?.signInLink !== false
}
