import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { keepSigningKey } from './accounts/data-folder.ts'
import { openStore, type Store } from './accounts/open-store.ts'
import { recordAudit } from './audit/audit-trail.ts'
import { addCustomTokenRoute } from './custom-token/custom-token-route.ts'
import { createStoredLinks } from './custom-token/stored-links.ts'
import { createAdminIdentityPlatform } from './identity/admin-identity-platform.ts'
import { clientAddress, limitedNetwork } from './limits/client-address.ts'
import { createLimiter } from './limits/limiter.ts'
import { deriveKeys } from './own-keys.ts'
import { createProvisioning } from './provisioning/provisioning.ts'
import type { Settings } from './settings.ts'
import { createStoredWelcomes } from './welcome/stored-welcomes.ts'
import { addWelcomeRoute } from './welcome/welcome-route.ts'

/** What the server does about accounts beside delivering the page. */
export interface AccountService {
  store: Store
  addRoutes(app: FastifyInstance): void
  close(): Promise<void>
}

export async function openAccountService(
  settings: Settings & { projectId: string },
  logger: FastifyBaseLogger,
): Promise<AccountService> {
  const store = await openStore(settings.store, {
    onFailure: (error) => logger.error({ err: error }, 'the store failed'),
  })
  const keys = deriveKeys(signingKeyOf(settings))
  const { database } = store
  const identity = createAdminIdentityPlatform({ projectId: settings.projectId })
  const limiter = createLimiter(database, keys)
  const provisioning =
    settings.provisioning === null ? null : createProvisioning(settings.provisioning)

  return {
    store,
    addRoutes(app) {
      addWelcomeRoute(app, settings, {
        identity,
        store: createStoredWelcomes(database),
        provisioning,
        limiter,
        now: Date.now,
      })
      addCustomTokenRoute(app, settings, {
        identity,
        links: createStoredLinks(database),
        limiter,
        audit: (entry) => recordAudit(database, entry),
        clientOf: ({ raw }) => limitedNetwork(clientAddress(raw, settings.trustedProxies)),
      })
    },
    close: () => store.close(),
  }
}

function signingKeyOf({ keys, store }: Settings): Buffer {
  if (keys.signingKey !== null) return keys.signingKey
  if (store.kind === 'embedded') return keepSigningKey(store.dataFolder)
  throw new Error('FOYER_SIGNING_KEY is needed by DATABASE_URL')
}
