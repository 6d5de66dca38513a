import { configPath } from './config-path.ts'

/** A longer URL is refused by reverse proxies, which accept 8 KB by default. An id has up to 26 characters. */
const idsInUrl = 200

/** Requests the config with the settings of these tenants (F1). The ids of many are in the body. */
export function requestConfig(
  send: (url: string, init?: RequestInit) => Promise<Response>,
  tids: readonly string[],
): Promise<Response> {
  if (tids.length <= idsInUrl) return send(configPath(tids))
  const headers = { 'content-type': 'application/json' }
  return send(configPath([]), { method: 'POST', headers, body: JSON.stringify(tids) })
}
