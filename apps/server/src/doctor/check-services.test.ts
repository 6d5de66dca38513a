import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, describe, expect, it } from 'vitest'
import { lockFolder } from '@foyer/node/folder-lock'
import { openStore } from '../store/open-store.ts'
import { startAnsweringServer } from '@foyer/test-services/answering-server'
import { createSettings } from '../testing/settings-fixture.ts'
import { createDatabase } from '../testing/test-store.ts'
import { startPrivateTlsServer } from '@foyer/test-services/private-tls-server'
import { startStrictPooler } from '@foyer/test-services/strict-pooler'
import { checkDatabase, checkMail } from './check-services.ts'
import { formatFinding } from './finding.ts'

describe('the doctor’s check of Postgres', () => {
  const statusOf = async (url: string) =>
    (await checkDatabase(createSettings({ store: { kind: 'postgres', url } }))).status

  it('the doctor warns about a Postgres without tables, and creates none', async () => {
    const url = await createDatabase()
    expect(await statusOf(url)).toBe('warn')
    expect(await statusOf(url)).toBe('warn')
    await (await openStore({ kind: 'postgres', url })).close()
    expect(await statusOf(url)).toBe('ok')
  })

  it('the doctor reports a Postgres with tables of a newer version, because the server does not start on it', async () => {
    const url = await createDatabase()
    const store = await openStore({ kind: 'postgres', url })
    await sql`insert into kysely_migration values ('9999-later', 'x')`.execute(store.database)
    await store.close()
    const finding = await checkDatabase(createSettings({ store: { kind: 'postgres', url } }))
    expect(formatFinding(finding)).toMatch(/^FAIL {2}database: its tables are of a newer version/)
    await expect(openStore({ kind: 'postgres', url })).rejects.toThrow('a newer version of Foyer')
  })

  it('the doctor reports a connection pooler that drops our time limits, with the statement that sets them', async () => {
    const direct = await createDatabase()
    await (await openStore({ kind: 'postgres', url: direct })).close()
    const pooler = await startStrictPooler(direct)
    const check = async () =>
      formatFinding(
        await checkDatabase(createSettings({ store: { kind: 'postgres', url: pooler.url } })),
      )
    expect(await check()).toMatch(
      /^warn {2}database: .* alter role ROLE set statement_timeout = '10s'/,
    )
    pooler.close()
  })

  it.each([
    ['refuses us (28P01)', (url: string) => url.replace('foyer:foyer', 'foyer:wrong')],
    ['refuses us (3D000)', (url: string) => url.replace(/test_\w+/, 'nowhere')],
    ['cannot be reached (ECONNREFUSED)', (url: string) => url.replace(/:\d+\//, ':1/')],
  ])('the doctor reports a Postgres that %s with the reason', async (reason, change) => {
    const url = change(await createDatabase())
    const finding = await checkDatabase(createSettings({ store: { kind: 'postgres', url } }))
    expect(formatFinding(finding)).toContain(`database: ${reason}`)
  })

  it('the doctor’s report about an unusable Postgres does not contain the password', async () => {
    const url = (await createDatabase()).replace(/foyer:foyer/, 'foyer:secret-word')
    for (const wrong of [url, 'postgres://foyer:secret-word@127.0.0.1:1/x']) {
      const finding = await checkDatabase(
        createSettings({ store: { kind: 'postgres', url: wrong } }),
      )
      expect(finding.status).toBe('FAIL')
      expect(JSON.stringify(finding)).not.toContain('secret-word')
    }
  })
})

describe('the doctor’s check of the embedded store', () => {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'foyer-doctor-'))
  afterAll(() => rmSync(dataFolder, { recursive: true }))
  const statusAt = async (publicUrl: string) =>
    (await checkDatabase(createSettings({ publicUrl, store: { kind: 'embedded', dataFolder } })))
      .status

  it('the doctor reports that no server has the embedded store open', async () => {
    expect(await statusAt('http://127.0.0.1:1')).toBe('warn')
  })

  it('the doctor reports whether the server with the embedded store is ready', async () => {
    const lock = await lockFolder(dataFolder)
    const server = await startAnsweringServer()
    expect(await statusAt(server.origin)).toBe('FAIL')
    server.answers.set('/readyz/accounts', {})
    expect(await statusAt(server.origin)).toBe('ok')
    expect(await statusAt('http://127.0.0.1:1')).toBe('skip')
    lock.release()
    await server.close()
  })
})

describe('the doctor’s check of the mail server', () => {
  const statusOf = async (url: string) =>
    (await checkMail(createSettings({ mail: { url, from: 'a@corp.example', connections: 1 } })))
      .status

  it('the doctor reports whether the mail server accepts our login', async () => {
    const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
    server.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.server.once('listening', resolve))
    const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
    expect(await statusOf(url)).toBe('ok')
    await new Promise<void>((resolve) => server.close(() => resolve()))
    expect(await statusOf(url)).toBe('FAIL')
  })

  it('the doctor reports a mail server with a certificate of a private authority with that reason', async () => {
    const server = await startPrivateTlsServer()
    const mail = { url: `smtps://127.0.0.1:${server.port}`, from: 'a@corp.example', connections: 1 }
    expect(formatFinding(await checkMail(createSettings({ mail })))).toMatch(
      /^FAIL {2}mail server: cannot be reached \(\w+\): its certificate is not trusted here\./,
    )
    await server.close()
  })

  it('the doctor skips the mail server if none is configured', async () => {
    expect((await checkMail(createSettings())).status).toBe('skip')
  })
})
