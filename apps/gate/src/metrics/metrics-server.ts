import { cannotListen } from '@foyer/node/system-error'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { GateMetrics, Observed } from './gate-metrics.ts'

/** On a separate port, because this is for the operator and not for users. */
export async function startMetricsServer(
  { host, port }: { host: string; port: number },
  metrics: GateMetrics,
  { isReady }: Pick<Observed, 'isReady'>,
): Promise<Server> {
  const server = createServer(({ method, url }, res) => {
    if (method !== 'GET') answer(res, 404)
    else if (url === '/healthz') answer(res, 200, 'alive')
    else if (url === '/readyz')
      answer(res, isReady() ? 200 : 503, isReady() ? 'ready' : 'not ready')
    else if (url === '/metrics') {
      metrics.text().then(
        (text) => res.writeHead(200, { 'content-type': metrics.contentType }).end(text),
        () => answer(res, 500),
      )
    } else answer(res, 404)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  }).catch((cause: unknown) => {
    const settings = '--metrics-host / GATE_METRICS_HOST, --metrics-port / GATE_METRICS_PORT'
    throw new Error(`${settings}: ${cannotListen({ host, port }, cause)}`, { cause })
  })
  return server
}

function answer(res: ServerResponse, status: number, text = '') {
  res.writeHead(status, { 'content-type': 'text/plain', 'cache-control': 'no-store' }).end(text)
}
