type Environment = Readonly<Record<string, string | undefined>>

export type TracingSettings = { isOn: boolean; error: null } | { isOn: false; error: string }

const off: TracingSettings = { isOn: false, error: null }
const endpoints = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const
const protocols = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'] as const

/**
 * Whether traces are sent, by OpenTelemetry's own variables. The SDK reads the rest of them itself. It would ignore an
 * invalid endpoint without a message.
 */
export function readTracing(environment: Environment): TracingSettings {
  const endpoint = endpoints.find((name) => environment[name])
  const isDisabled = environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true'
  if (endpoint === undefined || isDisabled || environment['OTEL_TRACES_EXPORTER'] === 'none')
    return off
  const url = environment[endpoint] ?? ''
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return { isOn: false, error: `${endpoint} must be an http or https URL` }
  const protocol = protocols.find((name) => environment[name])
  if (protocol !== undefined && environment[protocol] !== 'http/json')
    return { isOn: false, error: `${protocol} must be http/json, which is what is sent` }
  return { isOn: true, error: null }
}
