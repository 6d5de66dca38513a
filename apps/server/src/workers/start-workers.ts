import type { Config } from '@foyer/contract/config'
import type { FastifyBaseLogger } from 'fastify'
import type { CrashPoints } from '../crash-points/crash-points.ts'
import { isOutage } from '../store/store-error.ts'
import { finishRefusal } from '../email-link/carry-out-refusal.ts'
import type { UseUpSignInCode } from '../email-link/sign-in-codes.ts'
import { takeUnfinishedRefusal } from '../email-link/stored-refusals.ts'
import { createEmailDrafts } from './email-drafts.ts'
import { createMailSender } from '../mail/mail-sender.ts'
import type { MailSettings } from '../mail/mail-settings.ts'
import { takeMail } from '../mail/outbox.ts'
import { sendMail } from '../mail/send-mail.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { startWorker, type Worker } from './worker.ts'
import { finishRegistration, type CreationDeps } from '../registration/create-account.ts'
import { takeUnfinishedRegistration } from '../registration/unfinished.ts'
import { deleteOld } from '../retention/delete-old.ts'
import { maintainIndexes } from '../store/indexes.ts'
import type { StoreSettings } from '../store/store-settings.ts'
import type { Discovery } from '../tenants/company-domains.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { startParallelWorker } from './parallel-worker.ts'

interface WorkerSettings {
  mail: MailSettings | null
  store: StoreSettings
  publicUrl: string
  config: Config
  discovery: Discovery | null
}

interface WorkersDeps {
  useUpSignInCode: UseUpSignInCode
  logger: FastifyBaseLogger
  metrics: Metrics
  tracing: Tracing
  crashPoints: CrashPoints
}

export interface Workers {
  /** Null without a mail server. */
  mailer: Worker | null
  others: Worker[]
}

/** Starts the background workers. They run in every instance, and no two work on the same job. */
export function startWorkers(
  { mail, store, publicUrl, config, discovery }: WorkerSettings,
  deps: CreationDeps,
  { useUpSignInCode, logger, metrics, tracing, crashPoints }: WorkersDeps,
): Workers {
  const { database, identity, keys } = deps
  const onFailure = (what: string) => (error: unknown) => {
    // `OutageLog` already reports an outage.
    if (!isOutage(error)) logger.error({ err: error }, what)
  }

  const finishNext = async () => {
    const registration = await takeUnfinishedRegistration(database)
    if (registration === null) return 'done'
    await tracing.job('registration', () => finishRegistration(registration, deps))
    return 'more'
  }
  const refuseNext = async () => {
    const refused = await takeUnfinishedRefusal(database, keys)
    if (refused === null) return 'done'
    const refusalDeps = { database, identity, keys, useUpSignInCode }
    await tracing.job('refusal', () => finishRefusal(refused, refusalDeps))
    return 'more'
  }
  const forget = (signal: AbortSignal) =>
    deleteOld(database, { signal, onFailure: onFailure('not forgotten') })
  const index = () => maintainIndexes(database, store)
  const others = [
    startWorker({ work: finishNext, pauseMs: 15_000, onFailure: onFailure('not finished') }),
    startWorker({ work: refuseNext, pauseMs: 15_000, onFailure: onFailure('not taken back') }),
    startWorker({ work: index, pauseMs: 3_600_000, onFailure: onFailure('indexes are missing') }),
    startWorker({ work: forget, pauseMs: 3_600_000, onFailure: onFailure('not forgotten') }),
  ]
  if (mail === null) return { mailer: null, others }

  const sender = crashPoints.sender(tracing.sender(createMailSender(mail)))
  const drafts = createEmailDrafts({ database, identity, keys, publicUrl, config, discovery })
  const mailDeps = {
    database,
    sender,
    draftOf: crashPoints.draftOf(drafts.draftOf),
    onSent: drafts.onSent,
    onOutcome: (outcome: string, error?: unknown) => {
      metrics.mail(outcome)
      if (error !== undefined) logger.error({ err: error }, 'mail given up')
    },
  }
  const mailer = startParallelWorker({
    take: () => takeMail(database),
    work: (queued) => tracing.job('email', () => sendMail(queued, mailDeps)),
    atOnce: mail.connections,
    pauseMs: 1_000,
    onFailure: onFailure('no mail sent'),
  })
  return { mailer: { stop: () => mailer.stop().then(() => sender.close()) }, others }
}
