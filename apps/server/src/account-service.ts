import { clientNetwork } from '@foyer/contract/networks'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { openStore, type Store } from './store/open-store.ts'
import { StoreError } from './store/store-error.ts'
import { signingKeyOf } from './store/signing-key.ts'
import { recordAudit } from './audit/audit-trail.ts'
import { serveOperators } from './audit/operator-socket.ts'
import { addCustomTokenRoute } from './custom-token/custom-token-route.ts'
import { createStoredLinks } from './custom-token/stored-links.ts'
import { createCrashPoints } from './crash-points/crash-points.ts'
import { createChangeClaims } from './identity/change-claims.ts'
import { createAdminIdentityPlatform } from './identity/admin-identity-platform.ts'
import { clientAddress } from './limits/client-address.ts'
import { createLimiter, type Limiter } from './limits/limiter.ts'
import { createOutageLog } from '@foyer/node/outage-log'
import { outboxState } from './mail/outbox.ts'
import { countOutcomes } from './metrics/count-outcomes.ts'
import type { Metrics } from './metrics/metrics.ts'
import { createPasswordChecks } from './password/password-checks.ts'
import { addPasswordRoutes } from './password/password-routes.ts'
import { offersAnywhere } from './tenants/offered-methods.ts'
import { deriveKeys } from './keys/derived-keys.ts'
import { createProvisioning, type Provisioning } from './provisioning/provisioning.ts'
import type { CreationDeps } from './registration/create-account.ts'
import { addRegistrationRoutes } from './registration/registration-routes.ts'
import { startWorkers } from './workers/start-workers.ts'
import type { Settings } from './settings.ts'
import type { StoppedWorkers } from './stopping/stop-on-signal.ts'
import { noTracing, type Tracing } from './tracing/tracing.ts'
import { addEmailLinkRoutes } from './email-link/email-link-routes.ts'
import { createUseUpSignInCode, type UseUpSignInCode } from './email-link/sign-in-codes.ts'
import { addDiscoveryRoutes } from './discovery/discovery-routes.ts'
import { addSignInLinkRoutes } from './sign-in-link/sign-in-link-routes.ts'
import { createStoredWelcomes } from './welcome/stored-welcomes.ts'
import type { WelcomeStore } from './welcome/welcome-store.ts'
import { addWelcomeRoute } from './welcome/welcome-route.ts'

/** The routes and workers for accounts: registration, first login, custom tokens and sign-in links. */
export interface AccountService {
  store: Store
  addRoutes(app: FastifyInstance): void
  stopWorkers(): StoppedWorkers
  close(): Promise<void>
}

interface Observers {
  logger: FastifyBaseLogger
  metrics: Metrics
  tracing?: Tracing
}

export async function openAccountService(
  settings: Settings & { projectId: string },
  { logger, metrics, tracing = noTracing }: Observers,
): Promise<AccountService> {
  const outages = createOutageLog(logger, 'the database')
  const store = await openStore(settings.store, {
    onStatement(statement) {
      metrics.statement(statement.seconds)
      tracing.statement(statement)
    },
    onOutage: outages.failed,
    onAnswer: outages.answered,
  })
  const keys = deriveKeys(signingKeyOf(settings))
  const { database } = store
  const crashPoints = createCrashPoints(settings)
  const identity = crashPoints.identity(
    tracing.identity(createAdminIdentityPlatform({ projectId: settings.projectId })),
  )
  const limiter = crashPoints.limiter(createLimiter(database, keys, metrics.limitHit))
  const provisioning =
    settings.provisioning === null
      ? null
      : crashPoints.provisioning(tracing.provisioning(createProvisioning(settings.provisioning)))
  const creation: CreationDeps = {
    database,
    identity,
    keys,
    sendsMail: settings.mail !== null,
    onFinished: crashPoints.onRegistrationFinished(metrics.registrationFinished),
  }
  const { config, publicUrl } = settings
  const useUpSignInCode = createUseUpSignInCode({ config, publicUrl, fetch })
  const watched = { logger, metrics, tracing, crashPoints }
  const workers = startWorkers(settings, creation, { ...watched, useUpSignInCode })
  metrics.watchOutbox(() => outboxState(database))
  if (store.operatorServer !== null) serveOperators(store.operatorServer, database)

  const welcomes = crashPoints.welcomes(createStoredWelcomes(database))
  const deps = { settings, creation, limiter, provisioning, welcomes, useUpSignInCode }

  return {
    store,
    addRoutes: (app) =>
      void app.register(async (scope) => {
        countOutcomes(scope, metrics)
        scope.addHook('onRequest', async () => {
          if (!store.isMigrated()) throw new StoreError('outage')
        })
        addAccountRoutes(scope, deps)
      }),
    stopWorkers: () => ({
      emails: workers.mailer?.stop() ?? Promise.resolve(),
      others: Promise.all(workers.others.map((worker) => worker.stop())).then(() => {}),
    }),
    close: () => store.close(),
  }
}

interface RouteDeps {
  settings: Settings
  creation: CreationDeps
  limiter: Limiter
  provisioning: Provisioning | null
  welcomes: WelcomeStore
  useUpSignInCode: UseUpSignInCode
}

function addAccountRoutes(
  scope: FastifyInstance,
  { settings, creation, limiter, provisioning, welcomes, useUpSignInCode }: RouteDeps,
) {
  const { database, identity, keys } = creation
  const { publicUrl, config, discovery } = settings
  const { tenants } = config
  const clientOf = ({ raw }: FastifyRequest) =>
    clientNetwork(clientAddress(raw, settings.trustedProxies))

  addWelcomeRoute(scope, settings, {
    identity,
    changeClaims: createChangeClaims({ database, identity }),
    store: welcomes,
    provisioning,
    limiter,
    now: Date.now,
    clientOf,
  })
  addCustomTokenRoute(scope, settings, {
    identity,
    links: createStoredLinks(database),
    limiter,
    audit: (entry) => recordAudit(database, entry),
    clientOf,
  })
  addRegistrationRoutes(scope, {
    ...creation,
    limiter,
    partnerKeys: settings.keys.partnerKeys,
    isOpen: config.selfRegistration === true,
    tenants,
    publicUrl,
    clientOf,
  })
  if (config.signInLink === true)
    addSignInLinkRoutes(scope, { database, identity, keys, limiter, tenants, publicUrl, clientOf })
  if (discovery !== null)
    addDiscoveryRoutes(scope, { database, keys, limiter, discovery, publicUrl, clientOf })
  if (offersAnywhere('password', config))
    addPasswordRoutes(scope, {
      database,
      identity,
      keys,
      limiter,
      config,
      publicUrl,
      clientOf,
      policy: settings.policy,
      checks: createPasswordChecks(settings, scope.log),
      now: Date.now,
    })
  // Also where no tenant offers email links any more: one that was sent before can still be refused.
  addEmailLinkRoutes(scope, {
    database,
    identity,
    keys,
    limiter,
    tenants,
    config,
    publicUrl,
    clientOf,
    useUpSignInCode,
  })
}
