import http from 'node:http'
import { text } from 'node:stream/consumers'
import { listen } from './listen.ts'

export interface CollectedSpan {
  service: string
  name: string
  traceId: string
  spanId: string
  /** The id of its parent, which may be a span of another program. */
  parentSpanId?: string
  kind: number
  attributes: Record<string, string | number>
  isError: boolean
}

export interface TraceCollector {
  /** The value of `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string
  spans: CollectedSpan[]
  /** Everything that was received, as it was sent. */
  received: string[]
  close(): Promise<void>
}

interface Attribute {
  key: string
  value: { stringValue?: string; intValue?: number }
}

type SentSpan = Omit<CollectedSpan, 'service' | 'attributes' | 'isError'> & {
  attributes: Attribute[]
  status: { code?: number }
}

interface Sent {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: SentSpan[] }[]
  }[]
}

/** A receiver of spans over OTLP/HTTP with JSON. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = []
  const received: string[] = []
  const server = http.createServer((request, response) => {
    void text(request).then((body) => {
      if (request.url !== '/v1/traces') return response.writeHead(404).end()
      received.push(body)
      spans.push(...spansIn(JSON.parse(body) as Sent))
      return response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  const { host, close } = await listen(server)
  return { url: `http://${host}`, spans, received, close }
}

function spansIn({ resourceSpans }: Sent): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name'])
    return scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ attributes, status, ...span }) => ({
        ...span,
        service,
        attributes: valuesOf(attributes),
        isError: status.code === 2,
      }))
  })
}

function valuesOf(attributes: Attribute[]) {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']),
  )
}
