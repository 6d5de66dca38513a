import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, startProcess, type RunningProcess } from '../load/process.ts'
import { ask, userCount, type Subject } from './subject.ts'

const main = fileURLToPath(new URL('../../../apps/gate/dist/main.js', import.meta.url))
const login = 'http://localhost:4000'
const projectId = 'demo-bench'

/** Our built gate. In local mode, because the bench has no key to sign ID tokens; sessions work the same. */
export async function startFoyerGate(
  applicationPort: number,
  more: Readonly<Record<string, string>> = {},
): Promise<Subject> {
  const port = await freePort()
  const host = `localhost:${port}`
  const data = mkdtempSync(path.join(tmpdir(), 'foyer-bench-gate-'))
  const server = await startGateProcess(port, { applicationPort, host, data }, more)
  const users: string[] = []
  while (users.length < userCount) users.push(await signIn(port, host, `user-${users.length}`))
  return {
    name: 'Foyer gate',
    port,
    host,
    users,
    pid: server.pid,
    async close() {
      await server.close()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

interface GatePlace {
  applicationPort: number
  /** The host that users open. Its port may be the one of another instance. */
  host: string
  data: string
}

export function startGateProcess(
  port: number,
  { applicationPort, host, data }: GatePlace,
  more: Readonly<Record<string, string>> = {},
): Promise<RunningProcess> {
  return startProcess(process.execPath, [main], port, {
    GATE_MODE: 'local',
    GATE_ACCEPT_EMULATOR_TOKENS: 'on',
    GATE_UPSTREAM: `http://127.0.0.1:${applicationPort}`,
    GATE_LOGIN: `${login}/`,
    GATE_PUBLIC_URL: `http://${host}`,
    GATE_PORT: String(port),
    GATE_PROJECT_ID: projectId,
    GATE_PROJECT_NUMBER: '12345',
    GATE_API_KEY: 'demo-api-key',
    ...(more['GATE_TENANTS_FILE'] === undefined && { GATE_TENANTS: 'acme-1a2b3' }),
    GATE_DATA: data,
    ...more,
  })
}

/** Signs in as the browser and the sign-in page do: requests a page, exchanges the ID token, gets the cookie. */
export async function signIn(port: number, host: string, uid: string): Promise<string> {
  const opened = await ask(port, '/', { host, accept: 'text/html', 'sec-fetch-mode': 'navigate' })
  const state = new URL(opened.headers.location ?? '').searchParams.get('state')
  const exchanged = await ask(
    port,
    '/_gcp_iap/handle_redirect',
    { host, origin: login, 'content-type': 'application/json' },
    JSON.stringify({ id_token: unsignedIdToken(uid), state }),
  )
  const { redirectToken } = JSON.parse(exchanged.body) as { redirectToken: string }
  const { cookies } = await ask(port, '/_gcp_iap/gcip_authenticate', {
    host,
    origin: login,
    'x-iap-3p-token': redirectToken,
    cookie: opened.cookies.join('; '),
  })
  const session = cookies.find((cookie) => /-session=./.test(cookie))
  if (!session) throw new Error('The gate gave no session.')
  return session
}

function unsignedIdToken(uid: string): string {
  const now = Math.floor(Date.now() / 1000)
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: uid,
    iat: now,
    exp: now + 3600,
    auth_time: now,
    name: 'Ayşe Yılmaz',
    email: `${uid}@acme.example`,
    email_verified: true,
    firebase: {
      tenant: 'acme-1a2b3',
      sign_in_provider: 'google.com',
      identities: { 'google.com': ['1234567890'], email: [`${uid}@acme.example`] },
    },
  }
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`
}
