import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from '@opentelemetry/api'

// Attributes never contain a URL, a message of an error, or anything else that may name a user or contain a token.

const tracer = () => trace.getTracer('foyer')

/** A request that this process answers. */
export interface RequestSpan {
  traceId: string
  /** The header `traceparent` for what this request causes. */
  traceParent: string
  /** Everything that starts in `work`, also later, belongs to the request. */
  run<T>(work: () => T): T
  end(outcome: { status: number; route?: string | undefined; isAborted?: boolean }): void
}

/** Continues the trace of the client, if it has one (W3C Trace Context). */
export function startRequest(method: string, headers: object): RequestSpan {
  const caller = propagation.extract(ROOT_CONTEXT, headers)
  const attributes = { 'http.request.method': method }
  const span = tracer().startSpan(method, { kind: SpanKind.SERVER, attributes }, caller)
  const own = trace.setSpan(caller, span)
  return {
    traceId: span.spanContext().traceId,
    traceParent: headersIn(own)['traceparent'] ?? '',
    run: (work) => context.with(own, work),
    end({ status, route, isAborted = false }) {
      span.setAttribute('http.response.status_code', status)
      if (route !== undefined)
        span.updateName(`${method} ${route}`).setAttribute('http.route', route)
      if (isAborted) fail(span, 'aborted')
      else if (status >= 500) fail(span, String(status))
      span.end()
    },
  }
}

/** A call of another system, whose end the caller reports. */
export interface CallSpan {
  /** The headers `traceparent` and `tracestate` for the other system. */
  headers: Readonly<Record<string, string>>
  setStatus(status: number): void
  end(): void
  fail(error: unknown): void
}

export function startCall(name: string, attributes: Attributes = {}): CallSpan {
  const span = tracer().startSpan(name, { kind: SpanKind.CLIENT, attributes })
  return {
    headers: headersIn(trace.setSpan(context.active(), span)),
    setStatus: (status) => void span.setAttribute('http.response.status_code', status),
    end: () => span.end(),
    fail(error) {
      fail(span, typeOf(error))
      span.end()
    },
  }
}

/** A call of another system, or a job. The calls in `work` belong to it. */
export async function inSpan<T>(
  name: string,
  attributes: Attributes,
  work: () => Promise<T>,
): Promise<T> {
  return tracer().startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      fail(span, typeOf(error))
      throw error
    } finally {
      span.end()
    }
  })
}

/** A call that has just ended. It is recorded only as a part of a request or a job. */
export function recordCall(
  name: string,
  attributes: Attributes,
  { seconds, error }: { seconds: number; error?: unknown },
): void {
  if (trace.getActiveSpan() === undefined) return
  const startTime = Date.now() - seconds * 1000
  const span = tracer().startSpan(name, { kind: SpanKind.CLIENT, attributes, startTime })
  if (error !== undefined) fail(span, typeOf(error))
  span.end()
}

function headersIn(active: typeof ROOT_CONTEXT): Record<string, string> {
  const { traceparent, tracestate } = injected(active)
  return {
    ...(traceparent !== undefined && { traceparent }),
    ...(tracestate !== undefined && { tracestate }),
  }
}

function injected(active: typeof ROOT_CONTEXT): { traceparent?: string; tracestate?: string } {
  const carrier = {}
  propagation.inject(active, carrier)
  return carrier
}

function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR })
}

/** The code of an error, or its name. A message could contain what a user sent. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
