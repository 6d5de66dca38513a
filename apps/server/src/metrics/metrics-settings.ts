import * as v from 'valibot'
import { portSetting } from '../settings/port-setting.ts'

export interface MetricsSettings {
  host: string
  port: number
}

export const metricsEnvironment = {
  FOYER_METRICS_PORT: v.optional(portSetting),
  FOYER_METRICS_HOST: v.optional(v.string(), '127.0.0.1'),
}

const environmentSchema = v.object(metricsEnvironment)

/** Null if metrics are off. */
export function toMetricsSettings({
  FOYER_METRICS_HOST: host,
  FOYER_METRICS_PORT: port,
}: v.InferOutput<typeof environmentSchema>): MetricsSettings | null {
  return port === undefined ? null : { host, port }
}
