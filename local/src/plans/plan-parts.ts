import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  DEMO_API_KEY,
  DEMO_PROJECT,
  DEMO_PROJECT_NUMBER,
  demoTenants,
} from '../emulator/demo-accounts.ts'
import { emulatorPart } from '../emulator/emulator-part.ts'
import type { Settings } from '../settings/settings.ts'
import { partEnvironment } from '../parts/environment.ts'
import type { PartPlan } from '../parts/part.ts'
import type { ServerKeys } from './server-part.ts'
import { HELP_CONTACT, PRODUCT_NAME, serverPart } from './server-part.ts'

// A browser tries 127.0.0.1 and ::1 for `localhost`, so it is enough to listen on one of them.
const HOST = '127.0.0.1'

/** Plans all processes of the stack, with settings that make them work together. */
export function planParts(
  settings: Settings,
  root: string,
  env: NodeJS.ProcessEnv,
  keys: ServerKeys,
): PartPlan[] {
  const { ports, gateOrigin, tenantsGateOrigin } = settings
  const tenantIds = demoTenants.map(({ id }) => id)
  return [
    emulatorPart(settings, root, env),
    serverPart(settings, root, env, keys),
    gatePart(settings, root, env, {
      name: 'gate',
      port: ports.gate,
      publicUrl: gateOrigin,
      upstreamPort: ports.app,
      tenantIds: [],
      sessionSeconds: null,
    }),
    gatePart(settings, root, env, {
      name: 'gate-tenants',
      port: ports.tenantsGate,
      publicUrl: tenantsGateOrigin,
      upstreamPort: ports.tenantsApp,
      tenantIds,
      sessionSeconds: settings.tenantsSessionSeconds,
    }),
    appPart('app', ports.app, 'gate', gateOrigin, root, env),
    appPart('app-tenants', ports.tenantsApp, 'gate-tenants', tenantsGateOrigin, root, env),
  ]
}

interface Gate {
  name: string
  port: number
  publicUrl: string
  upstreamPort: number
  tenantIds: string[]
  sessionSeconds: string | null
}

function gatePart(
  settings: Settings,
  root: string,
  env: NodeJS.ProcessEnv,
  { name, port, publicUrl, upstreamPort, tenantIds, sessionSeconds }: Gate,
): PartPlan {
  const data = join(settings.dataFolder, name)
  mkdirSync(data, { recursive: true, mode: 0o700 })
  return {
    name,
    args: [join(root, 'apps', 'gate', 'dist', 'main.js')],
    cwd: root,
    env: partEnvironment(env, {
      GATE_MODE: 'local',
      GATE_PRODUCT_NAME: PRODUCT_NAME,
      GATE_HELP_CONTACT: HELP_CONTACT,
      GATE_HOST: HOST,
      GATE_PORT: String(port),
      GATE_PUBLIC_URL: publicUrl,
      GATE_UPSTREAM: `http://${HOST}:${upstreamPort}`,
      GATE_LOGIN: `${settings.loginOrigin}/`,
      GATE_PROJECT_ID: DEMO_PROJECT,
      GATE_PROJECT_NUMBER: DEMO_PROJECT_NUMBER,
      GATE_API_KEY: DEMO_API_KEY,
      GATE_TENANTS: tenantIds.join(','),
      GATE_LIST_TENANTS: settings.listsTenants ? 'on' : 'off',
      ...(sessionSeconds !== null && { GATE_SESSION_SECONDS: sessionSeconds }),
      GATE_AUDIENCE: audienceOf(name),
      GATE_DATA: data,
      GATE_POLICY_FILE: join(root, 'local', 'access-policy.json'),
      GATE_ACCEPT_EMULATOR_TOKENS: 'on',
    }),
    readyUrl: publicKeysUrl(publicUrl),
  }
}

function appPart(
  name: string,
  port: number,
  gate: string,
  gateOrigin: string,
  root: string,
  env: NodeJS.ProcessEnv,
): PartPlan {
  return {
    name,
    args: ['--import', 'tsx', join(root, 'local', 'src', 'sample-app', 'main.ts')],
    cwd: root,
    env: partEnvironment(env, {
      SAMPLE_APP_PORT: String(port),
      SAMPLE_APP_ORIGIN: gateOrigin,
      SAMPLE_APP_AUDIENCE: audienceOf(gate),
      SAMPLE_APP_KEYS: publicKeysUrl(gateOrigin),
    }),
    readyUrl: `http://${HOST}:${port}/healthz`,
  }
}

const audienceOf = (gate: string) => `/projects/${DEMO_PROJECT_NUMBER}/apps/${gate}`
// The public origin, because the gate refuses other `Host` headers.
const publicKeysUrl = (gateOrigin: string) => `${gateOrigin}/_gcp_iap/public_key-jwk`
