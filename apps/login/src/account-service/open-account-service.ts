import type { Config } from '@foyer/contract/config'
import { createAccountService } from './account-service.ts'
import type { AccountService } from './account-service.ts'

/** The account service that the config names. @param limitMs how long an answer may take (H1) */
export function openAccountService(
  { functionUrl }: Pick<Config, 'functionUrl'>,
  limitMs: number,
): AccountService {
  return createAccountService({ functionUrl, limitMs, send: (url, init) => fetch(url, init) })
}
