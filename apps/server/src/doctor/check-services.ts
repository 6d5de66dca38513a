import { isInUse } from '../accounts/data-folder.ts'
import { pendingMigrations } from '../accounts/migrations.ts'
import { connectStore } from '../accounts/open-store.ts'
import { createMailSender } from '../mail/mail-sender.ts'
import type { Settings } from '../settings.ts'
import { fail, ok, skip, warn, type Finding } from './finding.ts'
import { probe } from './probe.ts'

/** Looks without touching: neither are tables made, nor is the embedded store opened beside a server. */
export async function checkDatabase({ store, publicUrl }: Settings): Promise<Finding> {
  return store.kind === 'postgres'
    ? checkPostgres(store.url)
    : checkEmbedded(store.dataFolder, publicUrl)
}

async function checkPostgres(url: string): Promise<Finding> {
  const { database, close } = await connectStore({ kind: 'postgres', url })
  try {
    const pending = await pendingMigrations(database)
    return pending.length === 0
      ? ok('database answers, its tables are up to date')
      : warn('database', 'its tables are not up to date: the server brings them so at its start')
  } catch {
    return fail('database', 'cannot be used: compare DATABASE_URL with its host, name and rights')
  } finally {
    await close()
  }
}

async function checkEmbedded(dataFolder: string, publicUrl: string): Promise<Finding> {
  if (!(await isInUse(dataFolder)))
    return warn('database', 'no server has the embedded store open: start it')
  const answer = await probe(`${publicUrl}/readyz`)
  return answer.answered && answer.status === 200
    ? ok('database is the embedded store, and the server is ready')
    : fail('database', 'a server holds the embedded store and is not ready: look at its log')
}

export async function checkMail({ mail }: Settings): Promise<Finding> {
  if (mail === null) return skip('mail', 'FOYER_MAIL_URL is not set, so none is sent')
  try {
    await createMailSender(mail).verify()
    return ok('mail server takes mail from us')
  } catch {
    return fail('mail', 'the server of FOYER_MAIL_URL refuses us or cannot be reached')
  }
}
