import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node'

/** Called after each attempt to send spans. */
interface CollectorLog {
  failed: (error: unknown) => void
  answered: () => void
}

/**
 * Sends spans to the collector that `OTEL_EXPORTER_OTLP_ENDPOINT` names. Import this module only if they are wanted: it
 * loads the SDK.
 *
 * @param service the name of the service, unless `OTEL_SERVICE_NAME` is set
 * @returns a function that sends the last spans, for at most half a second
 */
export function startTracing(service: string, collector: CollectorLog): () => Promise<void> {
  const own = resourceFromAttributes({ 'service.name': service })
  const given = detectResources({ detectors: [envDetector] })
  const exporter = watched(new OTLPTraceExporter(), collector)
  const provider = new NodeTracerProvider({
    resource: defaultResource().merge(own).merge(given),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  })
  provider.register()
  return async () => {
    const timeUp = new Promise((resolve) => setTimeout(resolve, 500).unref())
    await Promise.race([provider.shutdown().catch(() => {}), timeUp])
  }
}

/** The SDK drops spans that it cannot send, without a message. */
function watched(exporter: SpanExporter, { failed, answered }: CollectorLog): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error === undefined) answered()
        else failed(result.error)
        done(result)
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}
