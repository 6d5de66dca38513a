import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterAll, describe, expect, it } from 'vitest'
import { openStore } from '../accounts/open-store.ts'
import { startAnsweringServer } from '../testing/answering-server.ts'
import { createSettings } from '../testing/settings-fixture.ts'
import { createDatabase } from '../testing/test-store.ts'
import { checkDatabase, checkMail } from './check-services.ts'

describe('a Postgres', () => {
  const statusOf = async (url: string) =>
    (await checkDatabase(createSettings({ store: { kind: 'postgres', url } }))).status

  it('is warned of until its tables are there, and not touched', async () => {
    const url = await createDatabase()
    expect(await statusOf(url)).toBe('warn')
    expect(await statusOf(url)).toBe('warn')
    await (await openStore({ kind: 'postgres', url })).close()
    expect(await statusOf(url)).toBe('ok')
  })

  it('that cannot be used is found, without its password', async () => {
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

describe('the embedded store', () => {
  const dataFolder = mkdtempSync(path.join(tmpdir(), 'foyer-doctor-'))
  afterAll(() => rmSync(dataFolder, { recursive: true }))
  const statusAt = async (publicUrl: string) =>
    (await checkDatabase(createSettings({ publicUrl, store: { kind: 'embedded', dataFolder } })))
      .status

  it('waits for its server', async () => {
    expect(await statusAt('http://127.0.0.1:1')).toBe('warn')
  })

  it('is as ready as the server that has it', async () => {
    writeFileSync(path.join(dataFolder, 'lock'), String(process.ppid))
    const server = await startAnsweringServer()
    expect(await statusAt(server.origin)).toBe('FAIL')
    server.answers.set('/readyz', {})
    expect(await statusAt(server.origin)).toBe('ok')
    await server.close()
  })
})

describe('the mail server', () => {
  const statusOf = async (url: string) =>
    (await checkMail(createSettings({ mail: { url, from: 'a@corp.example' } }))).status

  it('takes mail or is complained of', async () => {
    const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] })
    server.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.server.once('listening', resolve))
    const url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
    expect(await statusOf(url)).toBe('ok')
    await new Promise<void>((resolve) => server.close(() => resolve()))
    expect(await statusOf(url)).toBe('FAIL')
  })

  it('is not looked for where none is set', async () => {
    expect((await checkMail(createSettings())).status).toBe('skip')
  })
})
