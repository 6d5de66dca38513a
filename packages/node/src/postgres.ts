/** For a Unix socket, the URL may have a user but no host. Postgres allows this and `URL` does not. */
export function isDatabaseUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\/./.test(text) && URL.canParse(text.replace('@/', '@localhost/'))
}

/** A read-only server: a standby, or a former primary after a failover. */
export const readOnlyState = '25006'

/** The connection is lost, or the server is full or shutting down. */
const outage = /^(?:08|53|57P0|25P03)/

/** Whether an SQLSTATE means that a Postgres server is unavailable. Waiting may help, and nothing else does. */
export function isOutageState(sqlState: string): boolean {
  return outage.test(sqlState) || sqlState === readOnlyState
}
