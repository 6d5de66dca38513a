import { isOutageState } from '@foyer/node/postgres'
import { certificateAdvice, errorCodeOf, isCertificateError } from '@foyer/node/system-error'
import pg from 'pg'
import { DataError } from '../data/data-error.ts'

/**
 * The limits in milliseconds are the client's own, because PgBouncer refuses start-up parameters that set them at the
 * server. A server that accepts connections and never answers is an outage after them.
 */
const limits = { connectionTimeoutMillis: 2_000, query_timeout: 3_000 }

const configOf = (url: string): pg.ClientConfig => ({
  connectionString: url,
  application_name: 'foyer-gate',
  keepAlive: true,
  ...limits,
})

/** A few connections for sign-ins. Each sign-in needs one for a millisecond. */
export function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({ ...configOf(url), max: 5, idleTimeoutMillis: 30_000 })
  // The pool removes a broken idle connection. The next use notices an outage.
  pool.on('error', () => {})
  return pool
}

export const createClient = (url: string, own: pg.ClientConfig = {}): pg.Client =>
  new pg.Client({ ...configOf(url), ...own })

/** Runs statements on a connection of their own. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  own: pg.ClientConfig = {},
) {
  const client = createClient(url, own)
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    closeClient(client)
  }
}

/** A server that no longer answers would keep `end()` waiting for ever. */
export const closeClient = (client: pg.Client) => void client.end().catch(() => {})

/** Runs statements that must all succeed or have no effect. Works behind PgBouncer too. */
export async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Whether waiting may help. A wrong password or a missing table needs the operator. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof DataError) return false
  if (error instanceof pg.DatabaseError) return isOutageState(error.code ?? '')
  const code = errorCodeOf(error)
  // ENOENT: a certificate that the URL names is missing, or the socket of a server that has not started yet.
  const isFileMissing = code === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'open'
  return !isCertificateError(code) && !isFileMissing && code !== 'ERR_INVALID_URL'
}

/** The error for the operator. */
export function explained(error: unknown): unknown {
  const advice = certificateAdvice(errorCodeOf(error))
  return advice === '' ? error : new DataError(advice, { cause: error })
}
