import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ownerOf } from '@foyer/node/folder-lock'
import { fitOfSchema } from '../store/migrations.ts'
import { connectStore, filesOf } from '../store/open-store.ts'
import { isOutage, StoreError } from '../store/store-error.ts'
import type { StoreSettings } from '../store/store-settings.ts'
import {
  maxRecords,
  readAudit,
  type AuditAnswer,
  type AuditFilter,
  type AuditRecord,
} from '../audit/audit-trail.ts'
import { settingsOf, UsageError, type Command } from './command.ts'
import { parseDuration } from './duration.ts'
import { askForAudit } from '../audit/operator-socket.ts'
import { printableJson, quotedIfNeeded } from '../printable/printable.ts'

export const auditCommand: Command = {
  summary: 'shows what was done to accounts, when, and with what outcome',
  help: `foyer audit [--since 24h] [--until TIME] [--uid UID] [--json]

Shows the audit trail, oldest first, at most the latest ${maxRecords} entries. It works beside a
running server.

  --since TIME   30m, 12h, 7d back from now, or a date such as 2026-03-31
  --until TIME   the entries before that time, given in the same way
  --uid UID      one account alone
  --json         one JSON object a line
`,
  async run(args, environment, print, warn) {
    const { values } = parseArgs({
      args,
      options: {
        since: { type: 'string' },
        until: { type: 'string' },
        uid: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    })
    const since = parseTime('--since', values.since)
    const until = parseTime('--until', values.until)
    if (since && until && since >= until) throw new UsageError('--until is not after --since')
    const filter = { since, until, uid: values.uid ?? null }
    const { records, isTruncated } = await readTrail(settingsOf(environment).store, filter)
    if (records.length === 0 && !values.json) print('No entry of the trail matches.')
    for (const record of records) print(values.json ? printableJson(record) : lineOf(record))
    if (isTruncated)
      warn(
        `Truncated to the latest ${maxRecords} entries. For earlier ones: --until ${records[0]?.at}`,
      )
    return 0
  },
}

async function readTrail(store: StoreSettings, filter: AuditFilter): Promise<AuditAnswer> {
  const owner = store.kind === 'embedded' ? await ownerOf(store.dataFolder) : null
  if (owner !== null)
    return askForAudit(owner, filter).catch((cause: unknown) => {
      throw new UsageError(
        'FOYER_DATA is in use by a process that does not answer. Stop it, or try again.',
        { cause },
      )
    })
  if (store.kind === 'embedded' && !existsSync(filesOf(store.dataFolder)))
    throw new UsageError('FOYER_DATA holds no store: the server makes one at its start.')
  const { database, close } = await connectStore(store)
  try {
    const fit = await fitOfSchema(database)
    if (fit === 'too-new')
      throw new UsageError(`The database: ${new StoreError('newer-schema').message}`)
    if (fit === 'older')
      throw new UsageError(
        'The tables are not up to date. Start the server, or run: foyer migrate-store',
      )
    return await readAudit(database, filter)
  } catch (cause) {
    if (isOutage(cause))
      throw new UsageError('The database of DATABASE_URL does not answer.', { cause })
    throw cause
  } finally {
    await close()
  }
}

function parseTime(name: string, text: string | undefined): Date | null {
  if (text === undefined) return null
  const back = parseDuration(text)
  const time = back === null ? new Date(text) : new Date(Date.now() - back)
  if (Number.isNaN(time.getTime()))
    throw new UsageError(`${name} takes a time such as 12h, or a date such as 2026-03-31`)
  return time
}

function lineOf({ at, action, outcome, uid, tenantId, subject, requestId }: AuditRecord): string {
  const details = Object.entries({ uid, tenant: tenantId, subject, request: requestId })
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${quotedIfNeeded(value ?? '')}`)
  return [at, action.padEnd(17), outcome.padEnd(18), ...details].join('  ')
}
