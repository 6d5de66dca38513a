import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import type { IdentityPlatform } from '../identity/identity-platform.ts'
import type { Limiter } from '../limits/limiter.ts'
import type { MailSender } from '../mail/mail-sender.ts'
import type { MailDeps } from '../mail/send-mail.ts'
import type { Provisioning } from '../provisioning/provisioning.ts'
import { localOnlyRules } from '../settings/mode-settings.ts'
import type { WelcomeStore } from '../welcome/welcome-store.ts'

export interface CrashSettings {
  /**
   * The path of a file with the name of a crash point. While the file is empty, the process does not crash.
   */
  crashFile: string | null
}

export const crashEnvironment = { FOYER_LOCAL_CRASH_FILE: v.optional(v.string()) }

export const crashRules = localOnlyRules(['FOYER_LOCAL_CRASH_FILE'])

/**
 * The places where a test can end the process, in the order in which the account service reaches them for a
 * new user.
 */
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
 * Wraps the calls of the account service to other systems. A test can so end the process between two of them,
 * as a power failure would, and the code that makes the calls does not need to know about it.
 */
export interface CrashPoints {
  limiter: (limiter: Limiter) => Limiter
  identity: (identity: IdentityPlatform) => IdentityPlatform
  onRegistrationFinished: (onFinished: (outcome: string) => void) => (outcome: string) => void
  draftOf: (draftOf: MailDeps['draftOf']) => MailDeps['draftOf']
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
    draftOf: (draftOf) => (mail) => {
      reached('mail-taken')
      return draftOf(mail)
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
      async save(account) {
        reached('welcome-begun')
        const kept = await store.save(account)
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
  draftOf: (draftOf) => draftOf,
  sender: (sender) => sender,
  welcomes: (store) => store,
  provisioning: (provisioning) => provisioning,
}
