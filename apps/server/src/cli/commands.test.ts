import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectStore, openStore, type Store } from '../store/open-store.ts'
import { recordAudit } from '../audit/audit-trail.ts'
import { deriveKeys } from '../keys/derived-keys.ts'
import { verifyInvitation } from '../registration/invitation.ts'
import { minimalEnvironment } from '../testing/environment-fixture.ts'
import { createDatabase } from '../testing/test-store.ts'
import { auditCommand } from './audit-command.ts'
import { doctorCommand } from './doctor-command.ts'
import { inviteCommand } from './invite-command.ts'
import { serveOperators } from '../audit/operator-socket.ts'

const dataFolder = mkdtempSync(path.join(tmpdir(), 'foyer-cli-'))
const signingKey = Buffer.alloc(32, 3)
const environment = {
  ...minimalEnvironment,
  FOYER_DATA: dataFolder,
  FOYER_SIGNING_KEY: signingKey.toString('base64'),
}
afterAll(() => rmSync(dataFolder, { recursive: true }))

async function run(command: typeof inviteCommand, line: string[]) {
  const printed: string[] = []
  await command.run(
    line,
    environment,
    (text) => printed.push(text),
    (text) => printed.push(`warning: ${text}`),
  )
  return printed
}

it.each([['--jsno'], ['json']])('foyer doctor refuses the argument %s', async (argument) => {
  await expect(run(doctorCommand, [argument])).rejects.toThrow(argument)
})

describe('foyer invite', () => {
  const invite = (...more: string[]) =>
    run(inviteCommand, ['--email', 'Ayse@acme.example', '--company', 'Öz & Oğulları', ...more])

  it('foyer invite prints an invitation link that is valid for a week', async () => {
    const [link = ''] = await invite()
    expect(link).toMatch(/^https:\/\/login\.example\.com\/registration#invitation=[\w.-]+$/)
    const token = link.split('=')[1] ?? ''
    const keys = { own: deriveKeys(signingKey).invitation, partners: new Map() }
    expect(await verifyInvitation(token, keys)).toEqual({
      id: expect.stringMatching(/^foyer:/),
      email: 'ayse@acme.example',
      company: 'Öz & Oğulları',
      tenantId: null,
    })
    const week = Math.floor(Date.now() / 1000) + 7 * 86_400
    expect(Math.abs((decodeJwt(token).exp ?? 0) - week)).toBeLessThan(5)
  })

  it('foyer invite accepts a tenant, an expiry and a language', async () => {
    const [link = ''] = await invite('--tenant', 'Acme-x1y2z', '--expires', '12h', '--lang', 'tr')
    const payload = decodeJwt(link.split('=')[1] ?? '')
    expect(payload).toMatchObject({ tid: 'Acme-x1y2z', lang: 'tr' })
    expect(Math.round(((payload.exp ?? 0) * 1000 - Date.now()) / 3_600_000)).toBe(12)
  })

  it('foyer invite creates a different invitation each time', async () => {
    const [[first], [second]] = await Promise.all([invite(), invite()])
    expect(first).not.toBe(second)
  })

  it.each([
    [['--expires', 'soon'], '--expires takes a time'],
    [['--expires', '91d'], 'at most 90d'],
    [['--lang', 'de'], '--lang takes tr or en'],
    [['--tenant', '../x'], '--tenant takes the id of a tenant'],
    [['--email', 'ayse'], '--email is invalid'],
    [['--company', ' '], '--company is required'],
  ])('foyer invite refuses %j and says why', async (more, reason) => {
    await expect(invite(...more)).rejects.toThrow(reason)
  })

  it('foyer invite lists the missing settings', async () => {
    const asked = inviteCommand.run(
      ['--email', 'a@b.example', '--company', 'x'],
      {},
      () => {},
      () => {},
    )
    await expect(asked).rejects.toThrow('FOYER_PUBLIC_URL is missing')
  })
})

describe('foyer audit', () => {
  let store: Store
  beforeAll(async () => {
    store = await openStore({ kind: 'embedded', dataFolder })
    const entry = { action: 'registration', outcome: 'done', tenantId: null } as const
    await recordAudit(store.database, { ...entry, uid: 'u-1', requestId: 'r-1' })
    await recordAudit(store.database, { ...entry, uid: 'u-2', action: 'welcome' })
  })

  it('foyer audit shows the audit trail of a running server, oldest entry first', async () => {
    if (store.operatorServer !== null) serveOperators(store.operatorServer, store.database)
    const lines = await run(auditCommand, [])
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^\d{4}-.*Z {2}registration +done +uid=u-1 {2}request=r-1$/)
    const [json = ''] = await run(auditCommand, ['--uid', 'u-2', '--json'])
    expect(JSON.parse(json)).toMatchObject({ action: 'welcome', uid: 'u-2' })
    expect(await run(auditCommand, ['--since', '2999-01-01'])).toEqual([
      'No entry of the trail matches.',
    ])
    await expect(run(auditCommand, ['--since', '1h', '--until', '2026-01-31'])).rejects.toThrow(
      '--until is not after --since',
    )
  })

  it('an id that an operator has imported adds no line, and controls no terminal', async () => {
    const uid = 'u-3\n2026-01-01  welcome\u001b[2J\u009b2J\u202e'
    const entry = { action: 'new-password', outcome: 'done', tenantId: null, uid } as const
    await recordAudit(store.database, entry)
    const [line = ''] = await run(auditCommand, ['--uid', uid])
    const written = String.raw`"u-3\n2026-01-01  welcome\u001b[2J\u009b2J\u202e"`
    expect(line).toMatch(/^\d{4}-.*Z {2}new-password +done +uid=/)
    expect(line.slice(line.indexOf('uid=') + 4)).toBe(written)
    const [json = ''] = await run(auditCommand, ['--uid', uid, '--json'])
    expect(json).toMatch(/^[ -~]+$/)
    expect(JSON.parse(json)).toMatchObject({ uid })
  })

  it('foyer audit shows the audit trail of a stopped server', async () => {
    await store.close()
    expect(await run(auditCommand, ['--since', '1h'])).toHaveLength(3)
  })

  it('foyer audit creates no folder and no table', async () => {
    const nowhere = path.join(dataFolder, 'nowhere')
    const without = { ...environment, FOYER_DATA: nowhere }
    await expect(
      auditCommand.run(
        [],
        without,
        () => {},
        () => {},
      ),
    ).rejects.toThrow('holds no store')
    expect(existsSync(nowhere)).toBe(false)

    const url = await createDatabase()
    const empty = { ...environment, DATABASE_URL: url }
    await expect(
      auditCommand.run(
        [],
        empty,
        () => {},
        () => {},
      ),
    ).rejects.toThrow('are not up to date')
    const { database, close } = await connectStore({ kind: 'postgres', url })
    expect(await database.introspection.getTables()).toEqual([])
    await close()
  })

  it('foyer audit reports that the tables are of a newer version', async () => {
    const url = await createDatabase()
    const newer = await openStore({ kind: 'postgres', url })
    await sql`insert into kysely_migration values ('9999-later', 'x')`.execute(newer.database)
    await newer.close()
    const outdated = { ...environment, DATABASE_URL: url }
    await expect(
      auditCommand.run(
        [],
        outdated,
        () => {},
        () => {},
      ),
    ).rejects.toThrow('a newer version of Foyer')
  })

  it('foyer audit reports that the database is unavailable', async () => {
    const away = { ...environment, DATABASE_URL: 'postgres://127.0.0.1:1/foyer' }
    await expect(
      auditCommand.run(
        [],
        away,
        () => {},
        () => {},
      ),
    ).rejects.toThrow('does not answer')
  })

  it('foyer audit refuses an invalid time', async () => {
    await expect(run(auditCommand, ['--since', 'yesterday'])).rejects.toThrow('--since takes')
  })
})
