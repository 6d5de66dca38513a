import { startCall, type CallSpan } from '@foyer/tracing/spans'
import type { Dispatcher } from 'undici'
import type { Upstream } from '../proxy/upstream.ts'

/**
 * Each request to the application is a span, and gets its id. WebSockets have none: their requests pass unchanged, with
 * the trace of the client.
 */
export function tracedUpstream(upstream: Upstream): Upstream {
  return {
    ...upstream,
    dispatch(request, handler) {
      const span = startCall('upstream', { 'http.request.method': request.method })
      const headers = withTrace(request.headers, span.headers)
      upstream.dispatch({ ...request, headers }, observed(handler, span))
    },
  }
}

function observed(handler: Dispatcher.DispatchHandler, span: CallSpan): Dispatcher.DispatchHandler {
  return {
    onRequestStart: (...args) => handler.onRequestStart?.(...args),
    onResponseStart(controller, status, ...others) {
      if (status >= 200) span.setStatus(status)
      handler.onResponseStart?.(controller, status, ...others)
    },
    onResponseData: (...args) => handler.onResponseData?.(...args),
    onResponseEnd(...args) {
      span.end()
      handler.onResponseEnd?.(...args)
    },
    onResponseError(controller, error) {
      span.fail(error)
      handler.onResponseError?.(controller, error)
    },
  }
}

const replaced = new Set(['traceparent', 'tracestate'])

function withTrace(raw: readonly string[], own: Readonly<Record<string, string>>): string[] {
  const kept = raw.filter(
    (_, index) => !replaced.has((raw[index - (index % 2)] ?? '').toLowerCase()),
  )
  return [...kept, ...Object.entries(own).flat()]
}
