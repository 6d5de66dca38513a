import { request, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Database } from '../store/tables.ts'
import { readAudit, type AuditAnswer, type AuditFilter } from './audit-trail.ts'

/**
 * Only one process can open the embedded store. So operator commands send their query to that process, at the
 * socket that the folder's lock names. The permissions of the data folder protect the socket.
 */
export function serveOperators(server: Server, database: Database): void {
  server.removeAllListeners('request')
  server.on('request', (incoming, answer) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://operator')
    if (pathname !== '/audit') {
      answer.writeHead(404).end()
      return
    }
    readAudit(database, filterOf(searchParams)).then(
      (found) => answer.end(JSON.stringify(found)),
      () => answer.writeHead(500).end(),
    )
  })
}

/** `socketPath` is the result of `ownerOf`. */
export function askForAudit(socketPath: string, filter: AuditFilter): Promise<AuditAnswer> {
  const query = new URLSearchParams()
  if (filter.since !== null) query.set('since', filter.since.toISOString())
  if (filter.until) query.set('until', filter.until.toISOString())
  if (filter.uid !== null) query.set('uid', filter.uid)
  return new Promise((resolve, reject) => {
    const sent = request(
      { socketPath, path: `/audit?${query.toString()}`, timeout: 20_000 },
      (answer) => {
        if (answer.statusCode === 200)
          json(answer).then((found) => resolve(found as AuditAnswer), reject)
        else reject(new Error(`the running server answered ${answer.statusCode}`))
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('the running server does not answer')))
    sent.on('error', reject)
    sent.end()
  })
}

function filterOf(query: URLSearchParams): AuditFilter {
  const time = (name: string) => {
    const text = query.get(name)
    return text === null ? null : new Date(text)
  }
  return { since: time('since'), until: time('until'), uid: query.get('uid') }
}
