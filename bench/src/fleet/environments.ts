import { partnerKey, partnerName } from '../service/invitation.ts'
import { loginSite, applicationSite, originOf } from './sites.ts'
import { tenantId, type StandIns } from './stand-ins.ts'

interface Place {
  port: number
  /** How long a gate or a server still serves requests after SIGTERM. */
  drainSeconds: number
}

/** A gate as in production, but for the identity service, whose certificate is of our own authority. */
export function gateEnvironment(
  { port, drainSeconds }: Place,
  services: StandIns,
  authorityFile: string,
): Record<string, string> {
  return {
    NODE_ENV: 'production',
    NODE_EXTRA_CA_CERTS: authorityFile,
    GATE_UPSTREAM: services.application,
    GATE_LOGIN: `${originOf(loginSite)}/`,
    GATE_PUBLIC_URL: originOf(applicationSite),
    GATE_PORT: String(port),
    GATE_PROJECT_ID: 'demo-proj',
    GATE_PROJECT_NUMBER: '123456789012',
    GATE_API_KEY: 'demo-api-key',
    GATE_TENANTS: tenantId,
    GATE_DATABASE_URL: services.postgres.url,
    GATE_TRUSTED_PROXIES: '127.0.0.1',
    GATE_JWKS_URL: services.keySet,
    GATE_DRAIN_SECONDS: String(drainSeconds),
    GATE_LOG_LEVEL: 'warn',
  }
}

/**
 * In local mode, because a server in production speaks to Google's identity service only. Its public origin must then be
 * on localhost, and its forms must come from there. nginx does not know the difference.
 */
export const serverOrigin = 'http://localhost:4000'

export function serverEnvironment(
  { port, drainSeconds }: Place,
  services: StandIns,
  pageFolder: string,
): Record<string, string> {
  return {
    NODE_ENV: 'production',
    FOYER_MODE: 'local',
    FOYER_PORT: String(port),
    FOYER_PUBLIC_URL: serverOrigin,
    FOYER_API_KEY: 'demo-api-key',
    FOYER_AUTH_DOMAIN: 'localhost',
    FOYER_PRODUCT_URL: `${originOf(applicationSite)}/`,
    FOYER_GATE_ORIGINS: originOf(applicationSite),
    FOYER_FUNCTION_URL: '/custom-token',
    FOYER_PROJECT_ID: 'demo-proj',
    FOYER_PAGE_DIR: pageFolder,
    FOYER_SIGNING_KEY: Buffer.alloc(32, 5).toString('base64'),
    FOYER_PARTNER_KEYS: `${partnerName}:${partnerKey.toString('base64')}`,
    FOYER_MAIL_URL: services.mailServer.url,
    FOYER_MAIL_FROM: 'Foyer <no-reply@example.com>',
    FOYER_TRUSTED_PROXIES: '127.0.0.1',
    FOYER_DRAIN_SECONDS: String(drainSeconds),
    FOYER_LOG_LEVEL: 'warn',
    FIREBASE_AUTH_EMULATOR_HOST: services.platform.host,
    DATABASE_URL: services.postgres.url,
  }
}
