import { expect, it } from 'vitest'
import { readTracing } from './tracing-settings.ts'

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }

it.each([
  [endpoint],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector/v1/traces' }],
  [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }],
])('traces are sent with %j', (environment) => {
  expect(readTracing(environment)).toEqual({ isOn: true, error: null })
})

it.each([
  [{}],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }],
  [{ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }],
  [{ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }],
  [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://collector:4318' }],
])('traces are not sent with %j', (environment) => {
  expect(readTracing(environment)).toEqual({ isOn: false, error: null })
})

it.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be'],
  [{ ...endpoint, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'x' }, 'OTLP_TRACES_ENDPOINT must be'],
  [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf' }, 'must be http/json'],
])('%j is refused, because no spans would arrive', (environment, reason) => {
  expect(readTracing(environment).error).toContain(reason)
})
