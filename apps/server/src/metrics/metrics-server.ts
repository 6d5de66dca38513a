import { createServer, type Server } from 'node:http'
import type { Metrics } from './metrics.ts'
import type { MetricsSettings } from './metrics-settings.ts'

/** On a separate port, because the metrics are for the operator and not for users. */
export async function startMetricsServer(
  { host, port }: MetricsSettings,
  { registry }: Metrics,
): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end()
      return
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}
