import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import type { IdentityPlatform } from '../identity/identity-platform.ts'
import type { Limiter } from '../limits/limiter.ts'
import type { MailSender } from '../mail/mail-sender.ts'
import type { MailPorts } from '../mail/send-next-mail.ts'
import type { Provisioning } from '../provisioning/provisioning.ts'
import { localOnlyRules } from '../settings/mode-settings.ts'
import type { WelcomeStore } from '../welcome/welcome-store.ts'

export interface CrashSettings {
  /** A file that holds the name of a crash point, or nothing while the process is to live. */
  crashFile: string | null
}

export const crashEnvironment = { FOYER_LOCAL_CRASH_FILE: v.optional(v.string()) }

export const crashRules = localOnlyRules(['FOYER_LOCAL_CRASH_FILE'])

/** Where a process may be made to die, in the order in which a new user passes them. */
export type CrashPoint =
  | 'registration-asked'
  | 'registration-recorded'
  | 'account-created'
  | 'claims-set'
  | 'registration-finished'
  | 'mail-taken'
  | 'mail-accepted'
  | 'welcome-begun'
  | 'welcome-kept'
  | 'welcome-announced'
  | 'welcome-recorded'
  | 'welcome-cleared'

/**
 * Wraps what the account service calls to reach other systems, so that a test can end the process between
 * two of those calls as a power cut would. The code that makes the calls knows nothing of it.
 */
export interface CrashPoints {
  limiter: (limiter: Limiter) => Limiter
  identity: (identity: IdentityPlatform) => IdentityPlatform
  onRegistrationFinished: (onFinished: (outcome: string) => void) => (outcome: string) => void
  letterOf: (letterOf: MailPorts['letterOf']) => MailPorts['letterOf']
  sender: (sender: MailSender) => MailSender
  welcomes: (store: WelcomeStore) => WelcomeStore
  provisioning: (provisioning: Provisioning) => Provisioning
}

export function createCrashPoints({ crashFile }: CrashSettings): CrashPoints {
  if (crashFile === null) return none
  const reached = (point: CrashPoint) => {
    if (readFileSync(crashFile, 'utf8') === point) process.kill(process.pid, 'SIGKILL')
  }
  return {
    limiter: (limiter) => ({
      async take(limit, who) {
        await limiter.take(limit, who)
        if (limit.name === 'registration-client') reached('registration-asked')
      },
    }),
    identity: (identity) => ({
      ...identity,
      async createAccount(account) {
        reached('registration-recorded')
        const outcome = await identity.createAccount(account)
        reached('account-created')
        return outcome
      },
      async setClaims(uid, tenantId, claims) {
        await identity.setClaims(uid, tenantId, claims)
        reached(claims['firstLogin'] === true ? 'claims-set' : 'welcome-cleared')
      },
    }),
    onRegistrationFinished: (onFinished) => (outcome) => {
      onFinished(outcome)
      reached('registration-finished')
    },
    letterOf: (letterOf) => (mail) => {
      reached('mail-taken')
      return letterOf(mail)
    },
    sender: (sender) => ({
      ...sender,
      async send(mail) {
        await sender.send(mail)
        reached('mail-accepted')
      },
    }),
    welcomes: (store) => ({
      ...store,
      async keep(account) {
        reached('welcome-begun')
        const kept = await store.keep(account)
        reached('welcome-kept')
        return kept
      },
      async recordWelcome(account, requestId) {
        await store.recordWelcome(account, requestId)
        reached('welcome-recorded')
      },
    }),
    provisioning: (provisioning) => ({
      async announce(newUser) {
        await provisioning.announce(newUser)
        reached('welcome-announced')
      },
    }),
  }
}

const none: CrashPoints = {
  limiter: (limiter) => limiter,
  identity: (identity) => identity,
  onRegistrationFinished: (onFinished) => onFinished,
  letterOf: (letterOf) => letterOf,
  sender: (sender) => sender,
  welcomes: (store) => store,
  provisioning: (provisioning) => provisioning,
}
