import { ownerOf } from '@foyer/node/folder-lock'
import { fitOfSchema } from '../store/migrations.ts'
import { StoreError } from '../store/store-error.ts'
import { connectStore } from '../store/open-store.ts'
import { hasTimeLimits } from '../store/postgres-pool.ts'
import type { Database } from '../store/tables.ts'
import { errorCodeOf, isCertificateError } from '@foyer/node/system-error'
import { createMailSender } from '../mail/mail-sender.ts'
import type { Settings } from '../settings.ts'
import { fail, ok, skip, warn, type Finding } from './finding.ts'
import { probe, unreachable } from './probe.ts'

/** Read-only: it creates no tables, and does not open the embedded store while a server has it open. */
export async function checkDatabase({ store, publicUrl }: Settings): Promise<Finding> {
  return store.kind === 'postgres'
    ? checkPostgres(store.url, store.mayMigrate)
    : checkEmbedded(store.dataFolder, publicUrl)
}

async function checkPostgres(url: string, mayMigrate = true): Promise<Finding> {
  const { database, close } = await connectStore({ kind: 'postgres', url })
  try {
    return await checkSchema(database, mayMigrate)
  } catch (error) {
    const code = rootCodeOf(error)
    // An error with an SQLSTATE comes from the database itself, so the database can be reached and refused.
    return /^[0-9A-Z]{5}$/.test(code)
      ? fail(
          'database',
          `refuses us (${code}): compare DATABASE_URL with its name, user and rights`,
        )
      : fail('database', unreachable(code, 'compare DATABASE_URL with its host and port'))
  } finally {
    await close()
  }
}

async function checkSchema(database: Database, mayMigrate: boolean): Promise<Finding> {
  const fit = await fitOfSchema(database)
  if (fit === 'too-new') return fail('database', new StoreError('newer-schema').message)
  if (fit === 'older')
    return mayMigrate
      ? warn('database', 'its tables are not up to date: the server brings them so at its start')
      : fail('database', new StoreError('older-schema').message)
  return (await hasTimeLimits(database))
    ? ok('database answers, its tables are up to date')
    : warn(
        'database',
        "a connection pooler keeps our time limits from it: alter role ROLE set statement_timeout = '10s', idle_in_transaction_session_timeout = '15s'",
      )
}

async function checkEmbedded(dataFolder: string, publicUrl: string): Promise<Finding> {
  if ((await ownerOf(dataFolder)) === null)
    return warn('database', 'no server has the embedded store open: start it')
  const answer = await probe(`${publicUrl}/readyz/accounts`)
  if (!answer.answered) return skip('database', 'the server that has it was not reached')
  return answer.status === 200
    ? ok('database is the embedded store, and the server is ready')
    : fail('database', 'a server holds the embedded store and is not ready: look at its log')
}

/** The innermost cause: the error of the system or of the database. */
function rootCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.cause !== undefined) return rootCodeOf(error.cause)
  // Nodemailer stores the system's error code in this property.
  return 'originalCode' in error ? String(error.originalCode) : errorCodeOf(error) || 'no answer'
}

export async function checkMail({ mail }: Settings): Promise<Finding> {
  if (mail === null) return skip('mail', 'FOYER_MAIL_URL is not set, so none is sent')
  try {
    await createMailSender(mail).verify()
    return ok('mail server takes mail from us')
  } catch (error) {
    const code = rootCodeOf(error)
    return isCertificateError(code)
      ? fail('mail server', unreachable(code))
      : fail('mail', `the server of FOYER_MAIL_URL refuses us or cannot be reached (${code})`)
  }
}
