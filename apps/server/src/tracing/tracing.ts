import type { FastifyInstance } from 'fastify'
import type { IdentityPlatform } from '../identity/identity-platform.ts'
import type { MailSender } from '../mail/mail-sender.ts'
import type { Provisioning } from '../provisioning/provisioning.ts'

/** A statement that the database has answered. */
export interface Statement {
  sql: string
  seconds: number
  error?: unknown
}

/**
 * Wraps the calls of the account service to other systems, so that each becomes a span. The code that makes the calls
 * does not know about it.
 */
export interface Tracing {
  /** The requests of the app become spans. */
  addTo: (app: FastifyInstance) => void
  identity: (identity: IdentityPlatform) => IdentityPlatform
  provisioning: (provisioning: Provisioning) => Provisioning
  sender: (sender: MailSender) => MailSender
  statement: (statement: Statement) => void
  /** A job of a worker. What it calls belongs to it. */
  job: <T>(name: string, work: () => Promise<T>) => Promise<T>
  /** Sends the last spans. */
  stop: () => Promise<void>
}

export const noTracing: Tracing = {
  addTo: () => {},
  identity: (identity) => identity,
  provisioning: (provisioning) => provisioning,
  sender: (sender) => sender,
  statement: () => {},
  job: (_name, work) => work(),
  stop: async () => {},
}
