import { randomUUID } from 'node:crypto'
import type { Config } from '@foyer/contract/config'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { vi } from 'vitest'
import type { Database } from '../store/tables.ts'
import { createApp } from '../app.ts'
import { createAdminIdentityPlatform } from '../identity/admin-identity-platform.ts'
import type { ServedTenants } from '@foyer/contract/served-tenants'
import { createLimiter } from '../limits/limiter.ts'
import { createLogger } from '../log/logger.ts'
import { createEmailDrafts } from '../workers/email-drafts.ts'
import { createMailSender } from '../mail/mail-sender.ts'
import { takeMail } from '../mail/outbox.ts'
import { sendMail } from '../mail/send-mail.ts'
import { deriveKeys } from '../keys/derived-keys.ts'
import { signInvitation, type NewInvitation } from '../registration/invitation.ts'
import { addRegistrationRoutes } from '../registration/registration-routes.ts'
import {
  projectId,
  startIdentityPlatformServer,
} from '@foyer/test-services/identity-platform-server'
import { addEmailLinkRoutes } from '../email-link/email-link-routes.ts'
import { finishRefusal } from '../email-link/carry-out-refusal.ts'
import { createUseUpSignInCode } from '../email-link/sign-in-codes.ts'
import { takeUnfinishedRefusal } from '../email-link/stored-refusals.ts'
import { addDiscoveryRoutes } from '../discovery/discovery-routes.ts'
import { takeDiscovery, type Discovery } from '../tenants/company-domains.ts'
import { isCommon } from '../password/common-passwords.ts'
import { createIsCurrent } from '../password/current-password.ts'
import type { PasswordChecks } from '../password/password-refusal.ts'
import { addPasswordRoutes } from '../password/password-routes.ts'
import { addSignInLinkRoutes } from '../sign-in-link/sign-in-link-routes.ts'
import { startMailServer } from '@foyer/test-services/mail-server'
import { createSettings } from './settings-fixture.ts'

const publicUrl = 'https://login.example.com'
export const partnerKey = Buffer.alloc(32, 7)

/** The companies of the fixture, by their domains. */
export function companies(mode: Discovery['mode']): Discovery {
  const { discovery } = takeDiscovery({
    discovery: mode,
    tenants: {
      'Acme-x1y2z': { name: 'Acme', domains: ['acme.example', 'acme.test'] },
      'Beta-k9j8h': { name: 'Beta', domains: ['BETA.example'] },
    },
  })
  if (discovery === null) throw new Error('The domains are invalid.')
  return discovery
}

/** Registration with a simulated Identity Platform and mail server, over the network. */
export async function createRegistrationFixture(database: Database) {
  const [platform, mailServer] = await Promise.all([
    startIdentityPlatformServer(),
    startMailServer(),
  ])
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', platform.host)
  const keys = deriveKeys(Buffer.alloc(32, 1))
  const identity = createAdminIdentityPlatform({ projectId, timeoutMs: 2_000 })
  const lines: string[] = []
  const mailOutcomes: string[] = []
  const settings = createSettings({ publicUrl })
  settings.config.branding = { productName: 'Örnek & Co' }
  settings.config.signInLink = true
  settings.config.methods = ['google.com', 'password', 'emailLink']
  const identityService = {
    config: { apiKey: 'key', emulatorUrl: `http://${platform.host}` },
    publicUrl,
    fetch,
  }
  const passwordChecks: PasswordChecks = {
    rulesOf: () =>
      Promise.resolve({
        minLength: 10,
        maxLength: 4096,
        lowercase: true,
        uppercase: false,
        digit: true,
        symbol: '',
      }),
    isCommon,
    isCurrent: createIsCurrent(identityService),
    isBreached: (password) => Promise.resolve(password === 'stolen-and-sold-1'),
  }

  const useUpSignInCode = createUseUpSignInCode(identityService)

  const createServer = (
    isOpen = true,
    tenants?: ServedTenants,
    discovery: Discovery = companies('code'),
  ) => {
    const app = createApp(
      settings,
      { html: 'page', prerender: null, files: new Map() },
      createLogger('info', { write: (line) => void lines.push(line) }),
    )
    const common = {
      database,
      identity,
      keys,
      limiter: createLimiter(database, keys),
      tenants,
      publicUrl,
      clientOf: ({ ip }: FastifyRequest) => ip,
    }
    addRegistrationRoutes(app, {
      ...common,
      sendsMail: true,
      onFinished: () => {},
      partnerKeys: new Map([['partner-a', partnerKey]]),
      isOpen,
    })
    addSignInLinkRoutes(app, common)
    addDiscoveryRoutes(app, { ...common, discovery })
    addEmailLinkRoutes(app, {
      ...common,
      config: settings.config,
      useUpSignInCode,
    })
    addPasswordRoutes(app, {
      ...common,
      config: {
        ...settings.config,
        ...(tenants && { tenants: tenants as Config['tenants'] & object }),
      },
      policy: null,
      checks: passwordChecks,
      now: Date.now,
    })
    return app
  }
  const app = createServer()
  const sender = createMailSender({
    url: mailServer.url,
    from: 'Örnek <no-reply@example.com>',
    connections: 1,
  })

  return {
    app,
    settings,
    createServer,
    platform,
    mailServer,
    lines,
    keys,
    identity,
    invite: (changes: Partial<NewInvitation> = {}) =>
      signInvitation(
        {
          id: randomUUID(),
          company: ayse.company,
          email: ayse.email,
          tenantId: 'Acme-x1y2z',
          language: null,
          expiresAt: new Date(Date.now() + 3_600_000),
          ...changes,
        },
        keys.invitation,
      ),
    post: (
      url: string,
      body: unknown,
      { key, headers = {}, to = app, from = '127.0.0.1' }: PostOptions = {},
    ) =>
      to.inject({
        method: 'POST',
        url,
        remoteAddress: from,
        headers: {
          'content-type': 'application/json',
          origin: publicUrl,
          'sec-fetch-site': 'same-origin',
          'idempotency-key': key ?? randomUUID(),
          ...headers,
        },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    async sendMail() {
      const mail = await takeMail(database)
      if (mail === null) return false
      await sendMail(mail, {
        database,
        sender,
        ...createEmailDrafts({
          database,
          identity,
          keys,
          publicUrl,
          config: settings.config,
          discovery: companies('code'),
        }),
        onOutcome: (outcome) => void mailOutcomes.push(outcome),
      })
      return true
    },
    mailOutcomes,
    /** Whether there was one. */
    async finishNextRefusal() {
      const refused = await takeUnfinishedRefusal(database, keys)
      if (refused === null) return false
      await finishRefusal(refused, { database, identity, keys, useUpSignInCode })
      return true
    },
    /** Simulates the passing of time: makes everything due and ends all leases. */
    async letTimePass() {
      const past = new Date(Date.now() - 1_000)
      await database.updateTable('outbox').set({ due_at: past }).execute()
      await database.updateTable('registrations').set({ due_at: past }).execute()
      await database
        .updateTable('email_codes')
        .set({ refusal_due_at: past })
        .where('refusal_due_at', 'is not', null)
        .execute()
      await database.deleteFrom('turns').execute()
    },
    async reset() {
      platform.accounts.length = 0
      platform.failure = null
      mailServer.mails.length = 0
      mailOutcomes.length = 0
      mailServer.failure = null
      for (const table of [
        'idempotency_keys',
        'registrations',
        'outbox',
        'accounts',
        'limits',
        'spent_tokens',
        'email_codes',
      ])
        await database.deleteFrom(table as 'accounts').execute()
    },
    async close() {
      sender.close()
      await Promise.all([app.close(), platform.close(), mailServer.close()])
      vi.unstubAllEnvs()
    },
  }
}

interface PostOptions {
  key?: string
  headers?: Record<string, string>
  to?: FastifyInstance
  /** The client's IP address. */
  from?: string
}

export type RegistrationFixture = Awaited<ReturnType<typeof createRegistrationFixture>>

export const ayse = {
  firstName: 'Ayşe',
  lastName: 'Yılmaz',
  email: 'ayse@acme.example',
  company: 'Öz & Oğulları A.Ş.',
}
