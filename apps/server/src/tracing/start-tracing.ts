import { readTracing } from '@foyer/tracing/tracing-settings'
import type { FastifyBaseLogger } from 'fastify'
import { noTracing, type Tracing } from './tracing.ts'

/** Loads OpenTelemetry only if a collector is set. Rejects with a message for the operator. */
export async function startTracing(
  environment: Readonly<Record<string, string | undefined>>,
  logger: FastifyBaseLogger,
): Promise<Tracing> {
  const { isOn, error } = readTracing(environment)
  if (error !== null) throw new Error(error)
  return isOn ? (await import('./traced-calls.ts')).traceCalls(logger) : noTracing
}
