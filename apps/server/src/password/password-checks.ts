import type { Config } from '@foyer/contract/config'
import type { FastifyBaseLogger } from 'fastify'
import { createBreachedPasswords } from './breached-passwords.ts'
import { isCommon } from './common-passwords.ts'
import { createIsCurrent } from './current-password.ts'
import type { PasswordChecks } from './password-refusal.ts'
import type { PasswordSettings } from './password-settings.ts'
import { createServiceRules } from './service-rules.ts'

interface CheckSettings extends PasswordSettings {
  config: Config
  publicUrl: string
}

/** The checks of a new password, with their real services. `fetch` uses the egress proxy that Node was told to use. */
export function createPasswordChecks(
  { config, publicUrl, breachedPasswordsUrl }: CheckSettings,
  logger: Pick<FastifyBaseLogger, 'warn'>,
): PasswordChecks {
  const service = { config, publicUrl, fetch }
  return {
    rulesOf: createServiceRules({ ...service, now: Date.now }),
    isCurrent: createIsCurrent(service),
    isCommon,
    isBreached: createBreachedPasswords(breachedPasswordsUrl, {
      fetch,
      onFailure: (error) =>
        logger.warn({ err: error }, 'a new password was not compared with the stolen ones'),
    }),
  }
}
