import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createAuthority } from '@foyer/test-services/certificates'
import { startPostgres, type PostgresServer } from '@foyer/test-services/postgres-server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPageFixture } from './testing/page-fixture.ts'
import { buildServer } from './testing/server-process.ts'

const fixture = createPageFixture()
let built: string
beforeAll(async () => {
  built = await buildServer()
})
afterAll(() => {
  fixture.remove()
})

const example = fileURLToPath(new URL('../example.env', import.meta.url))

/** Starts the server as docs/deploy.md shows. */
function start(changes: Record<string, string> = {}) {
  const { PATH } = process.env
  return spawn(process.execPath, [`--env-file=${example}`, built], {
    env: { PATH, FOYER_PORT: '0', FOYER_PAGE_DIR: fixture.directory, ...changes },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function refusal(changes: Record<string, string>) {
  const server = start(changes)
  const [message, output, [code]] = await Promise.all([
    text(server.stderr),
    text(server.stdout),
    once(server, 'exit'),
  ])
  return { code: code as number, message, output }
}

async function addressOf(server: ReturnType<typeof start>): Promise<string> {
  let log = ''
  for await (const chunk of server.stdout.iterator({ destroyOnReturn: false })) {
    log += chunk
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(log)?.[0]
    if (address !== undefined) return address
  }
  throw new Error(`the server ended without listening: ${log}`)
}

/** The server resets connections that it has not accepted when it ends. */
function connectQuietly(port: string): Socket {
  return connect(Number(port), '127.0.0.1').on('error', () => {})
}

describe('a production start', () => {
  it('a production start needs no cloud, serves the page, and exits cleanly after a signal', async () => {
    const server = start()
    const address = await addressOf(server)
    const [page, config, ready] = await Promise.all([
      fetch(address).then((answer) => answer.text()),
      fetch(`${address}/config.json`).then((answer) => answer.json()),
      fetch(`${address}/readyz`),
    ])
    expect(page).toContain('WELCOME')
    expect(config).toEqual({
      apiKey: 'example-key',
      authDomain: 'example-project.firebaseapp.com',
      productURL: 'http://localhost:4100/',
      functionUrl: '/function/link',
    })
    expect(ready.status).toBe(200)

    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
    await expect(fetch(address)).rejects.toThrow('fetch failed')
  })

  it('a server whose database does not answer yet ends at once and cleanly after SIGTERM, and goes on after SIGHUP', async () => {
    const database = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1')
    await once(database, 'listening')
    const { port } = database.address() as AddressInfo
    const server = start({
      FOYER_PROJECT_ID: 'example-project',
      DATABASE_URL: `postgres://foyer@127.0.0.1:${port}/foyer`,
      FOYER_SIGNING_KEY: Buffer.alloc(32).toString('base64'),
    })
    const [asked] = (await once(database, 'connection')) as [Socket]
    server.kill('SIGHUP')
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
    asked.destroy()
    database.close()
  })

  it('a stop that is asked for while a server is being set up is not lost', async () => {
    const preload = `import http from 'node:http'
      import { syncBuiltinESMExports } from 'node:module'
      const { createServer } = http
      http.createServer = (...args) => {
        process.kill(process.pid, 'SIGTERM')
        return createServer(...args)
      }
      syncBuiltinESMExports()`
    const server = start({
      FOYER_DRAIN_SECONDS: '0',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}`,
    })
    let log = ''
    // If the first one was lost, this one stops the server.
    server.stdout.on('data', (chunk: Buffer) => {
      log += chunk.toString()
      if (log.includes('listening')) server.kill('SIGINT')
    })
    expect(await once(server, 'close')).toEqual([0, null])
    expect(log).not.toContain('SIGINT')
  })

  it('after SIGHUP a production server goes on and says that settings need a restart, and after SIGTERM it serves requests for the drain time but is not ready', async () => {
    const server = start({ FOYER_DRAIN_SECONDS: '2' })
    const address = await addressOf(server)
    let log = ''
    server.stdout?.on('data', (chunk: Buffer) => (log += chunk.toString()))
    server.kill('SIGHUP')
    await vi.waitFor(() => expect(log).toContain('they need a restart'))
    server.kill('SIGTERM')
    await vi.waitFor(async () => expect((await fetch(`${address}/readyz`)).status).toBe(503))
    const page = await fetch(`${address}/`)
    expect([page.status, page.headers.get('connection')]).toEqual([200, 'close'])
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    expect(await once(server, 'exit')).toEqual([0, null])
  })

  it('a request on a connection that was opened before a draining server stopped listening is still served', async () => {
    const server = start({ FOYER_DRAIN_SECONDS: '1' })
    const { port } = new URL(await addressOf(server))
    server.kill('SIGTERM')
    const early = connect(Number(port), '127.0.0.1')
    await once(early, 'connect')
    const isRefused = async () => {
      const late = connectQuietly(port)
      try {
        await expect(once(late, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
      } finally {
        late.destroy()
      }
    }
    await vi.waitFor(isRefused, { timeout: 60_000, interval: 20 })
    early.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
    expect(await text(early)).toMatch(/^HTTP\/1.1 200 [^]*connection: close/i)
    expect(await once(server, 'exit')).toEqual([0, null])
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'a production server without a drain time exits at once and cleanly after %s, although browsers keep connections open',
    async (signal) => {
      const server = start({ FOYER_DRAIN_SECONDS: '0' })
      const { port } = new URL(await addressOf(server))
      const [kept, unused] = [1, 2].map(() => connectQuietly(port))
      kept?.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
      await Promise.all([kept && once(kept, 'data'), unused && once(unused, 'connect')])
      server.kill(signal)
      expect(await once(server, 'exit')).toEqual([0, null])
      kept?.destroy()
      unused?.destroy()
    },
  )

  it.each([
    [
      'an emulator address',
      { FOYER_EMULATOR_URL: 'http://localhost:4000' },
      'FOYER_EMULATOR_URL is for FOYER_MODE=local alone',
    ],
    [
      'an emulator host',
      { FIREBASE_AUTH_EMULATOR_HOST: 'localhost:4300' },
      'FIREBASE_AUTH_EMULATOR_HOST is for FOYER_MODE=local alone',
    ],
    ['no page', { FOYER_PAGE_DIR: '/nowhere' }, 'FOYER_PAGE_DIR holds no built page'],
  ])(
    'a production start with %s exits with an error that says why',
    async (_what, changes, reason) => {
      const { code, message, output } = await refusal(changes)
      expect(code).toBe(1)
      expect(message).toContain('The Foyer server cannot start:')
      expect(message).toContain(reason)
      expect(output).toBe('')
    },
  )

  it('a production start on a port in use exits with an error that says so', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, message } = await refusal({ FOYER_PORT: String(port) })
    other.close()
    expect(code).toBe(1)
    expect(message).toContain(
      `FOYER_PORT: cannot listen on 127.0.0.1:${port}: it is in use, by another process or for another setting`,
    )
  })

  it.each(['', 'METRICS_'])(
    'a production start exits if this machine does not have FOYER_%sHOST, with an error that says so',
    async (kind) => {
      const host = `FOYER_${kind}HOST`
      const { code, message } = await refusal({ [`FOYER_${kind}PORT`]: '0', [host]: '192.0.2.1' })
      expect(code).toBe(1)
      expect(message).toContain(host)
      expect(message).toContain('this machine does not have that address')
    },
  )
})

describe('a production start with TLS to Postgres', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'foyer-tls-'))
  const authorityFile = path.join(folder, 'ca.pem')
  let postgres: PostgresServer
  beforeAll(async () => {
    const authority = await createAuthority('database')
    writeFileSync(authorityFile, authority.cert)
    postgres = await startPostgres(authority.issue(['localhost']))
  })
  afterAll(async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true })
  })

  const settings = (trusted?: string) => {
    const url = new URL(postgres.url)
    url.hostname = 'localhost'
    url.searchParams.set('sslmode', 'verify-full')
    if (trusted !== undefined) url.searchParams.set('sslrootcert', trusted)
    return {
      DATABASE_URL: url.href,
      FOYER_PROJECT_ID: 'demo-proj',
      FOYER_SIGNING_KEY: Buffer.alloc(32, 5).toString('base64'),
    }
  }

  it('a Postgres whose certificate is of a private authority is used if the URL names the authority', async () => {
    const server = start(settings(authorityFile))
    const address = await addressOf(server)
    expect((await fetch(`${address}/readyz/accounts`)).status).toBe(200)
    server.kill('SIGTERM')
    expect(await once(server, 'exit')).toEqual([0, null])
  })

  it('a Postgres whose certificate is not trusted ends the start with an error that says what to do, and quotes no password', async () => {
    const otherFile = path.join(folder, 'other.pem')
    writeFileSync(otherFile, (await createAuthority('other')).cert)
    for (const trusted of [undefined, otherFile]) {
      const { code, message } = await refusal(settings(trusted))
      expect(code).toBe(1)
      expect(message).toMatch(/DATABASE_URL .*: its certificate is not trusted .*sslrootcert=/)
      expect(message).not.toContain('foyer:foyer')
    }
  })
})
