import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startIdentityPlatformServer } from '@foyer/test-services/identity-platform-server'
import { startMailServer } from '@foyer/test-services/mail-server'
import { startPostgres } from '@foyer/test-services/postgres-server'
import { localEnvironment } from './local-environment.ts'
import { createPageFixture } from './page-fixture.ts'
import { buildServer, startServer } from './server-process.ts'

// Measures whether the time of a response shows if a domain or an email address is known: 1,000 known and 1,000 unknown
// ones in random order, over HTTP, against the server on Postgres. Prints a two-sample test (Mann-Whitney) for each request, and
// fails if one of them tells the two apart.
// Run it with: node --conditions=foyer-source --import tsx apps/server/src/testing/compare-times.ts

const count = 1_000
const tid = 'Acme-x1y2z'
const secret = 'x'.repeat(43)
/** Five requests would look different by chance once in two hundred runs. */
const leastProbability = 0.001
const numbers = Array.from({ length: count }, (_each, index) => index)

interface Kind {
  name: string
  path: string
  body: (email: string) => object
}

const kinds: readonly Kind[] = [
  {
    name: 'code that finds a company',
    path: '/company',
    body: (email) => ({ email, secret, language: 'en' }),
  },
  {
    name: 'wrong code',
    path: '/company/code',
    body: (email) => ({ id: randomUUID(), email, secret, code: '000000' }),
  },
  {
    name: 'email link',
    path: '/email-link',
    body: (email) => ({ email, tid, secret, language: 'en' }),
  },
  {
    name: 'link for a new password',
    path: '/password/link',
    body: (email) => ({ email, tid, language: 'en' }),
  },
  {
    name: 'sign-in link',
    path: '/sign-in-link',
    body: (email) => ({ email, tid, language: 'en' }),
  },
]

const known = (kind: Kind, index: number) => `user@known-${kinds.indexOf(kind)}-${index}.example`
const unknown = (kind: Kind, index: number) => `user@other-${kinds.indexOf(kind)}-${index}.example`

const page = createPageFixture()
const folder = mkdtempSync(path.join(tmpdir(), 'foyer-times-'))
const configFile = path.join(folder, 'config.json')
const domains = kinds.flatMap((kind) =>
  numbers.map((index) => known(kind, index).replace('user@', '')),
)
writeFileSync(
  configFile,
  JSON.stringify({
    listTenants: false,
    tenants: { [tid]: { name: 'Acme', domains, methods: ['password', 'emailLink'] } },
  }),
)
const [file, postgres, platform, mailServer] = await Promise.all([
  buildServer(),
  startPostgres(),
  startIdentityPlatformServer(),
  startMailServer(),
])
for (const kind of kinds)
  for (const index of numbers)
    platform.addAccount({
      uid: known(kind, index),
      tenantId: tid,
      email: known(kind, index),
      emailVerified: true,
    })
const server = startServer(file, {
  ...localEnvironment(page.directory, Buffer.alloc(32, 5)),
  DATABASE_URL: postgres.url,
  FOYER_CONFIG_FILE: configFile,
  FOYER_MAIL_URL: mailServer.url,
  FOYER_MAIL_FROM: 'no-reply@example.com',
  FIREBASE_AUTH_EMULATOR_HOST: platform.host,
})
const origin = await server.address
/** As many addresses of this machine as there are clients, because a client has a limit. */
const clients = Array.from(
  { length: 100 },
  (_each, index) => new Agent({ keepAlive: true, localAddress: `127.0.1.${index + 1}` }),
)

/** Milliseconds until the whole response is there. */
function timeOf({ path: pathname, body }: Kind, email: string, client: number): Promise<number> {
  const payload = JSON.stringify(body(email))
  return new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const sent = request(`${origin}${pathname}`, {
      method: 'POST',
      agent: clients[client % clients.length],
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
        'idempotency-key': randomUUID(),
        'x-noise': randomBytes(4).toString('hex'),
      },
    })
    sent.on('error', reject).on('response', (response) => {
      if (response.statusCode !== 202 && response.statusCode !== 200)
        reject(new Error(`${pathname} responded with ${response.statusCode}`))
      response.resume().on('end', () => resolve(performance.now() - startedAt))
    })
    sent.end(payload)
  })
}

/** The order is random, so that nothing that changes with time looks like a difference. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  const left = [...items]
  return items.map(() => left.splice(randomInt(left.length), 1)[0] as Item)
}

/** The two-sided Mann-Whitney test, which makes no assumption about the distribution. */
function probabilityOf(ones: readonly number[], others: readonly number[]): number {
  const ranked = [
    ...ones.map((value) => ({ value, isFirst: true })),
    ...others.map((value) => ({ value, isFirst: false })),
  ].toSorted((a, b) => a.value - b.value)
  const rankSum = ranked.reduce((sum, { isFirst }, index) => sum + (isFirst ? index + 1 : 0), 0)
  const [n, m] = [ones.length, others.length]
  const mean = (n * (n + m + 1)) / 2
  const deviation = Math.sqrt((n * m * (n + m + 1)) / 12)
  return 2 * (1 - normal(Math.abs(rankSum - mean) / deviation))
}

/** The cumulative normal distribution (Abramowitz and Stegun 26.2.17), to seven digits. */
function normal(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z)
  const factors = [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429]
  const tail = factors.reduce((sum, factor, power) => sum + factor * t ** (power + 1), 0)
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * tail
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const print = (...cells: (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)

print('request', 'median known, ms', 'median unknown, ms', 'probability if there is no difference')
print('---', '---', '---', '---')
for (const kind of kinds) {
  const times = { known: [] as number[], unknown: [] as number[] }
  const order = shuffled(
    numbers.flatMap((index) => [
      { isKnown: true, index },
      { isKnown: false, index },
    ]),
  )
  for (const [place, { isKnown, index }] of order.entries()) {
    const email = isKnown ? known(kind, index) : unknown(kind, index)
    times[isKnown ? 'known' : 'unknown'].push(await timeOf(kind, email, place))
  }
  const ms = (values: readonly number[]) => median(values).toFixed(2)
  const probability = probabilityOf(times.known, times.unknown)
  print(kind.name, ms(times.known), ms(times.unknown), probability.toFixed(2))
  if (probability < leastProbability) process.exitCode = 1
}

for (const client of clients) client.destroy()
await server.end('SIGTERM')
await Promise.all([postgres.stop(), platform.close(), mailServer.close()])
page.remove()
rmSync(folder, { recursive: true })
