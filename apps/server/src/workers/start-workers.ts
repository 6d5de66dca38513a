import type { Config } from '@foyer/contract/config'
import type { FastifyBaseLogger } from 'fastify'
import type { CrashPoints } from '../crash-points/crash-points.ts'
import { isOutage } from '../store/store-error.ts'
import { createEmailDrafts } from './email-drafts.ts'
import { createMailSender } from '../mail/mail-sender.ts'
import type { MailSettings } from '../mail/mail-settings.ts'
import { sendNextMail } from '../mail/send-next-mail.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { startWorker, type Worker } from './worker.ts'
import { finishRegistration, type CreationDeps } from '../registration/create-account.ts'
import { deleteOld, takeUnfinishedRegistration } from '../registration/unfinished.ts'

interface WorkerSettings {
  mail: MailSettings | null
  publicUrl: string
  config: Config
}

interface WorkersDeps {
  logger: FastifyBaseLogger
  metrics: Metrics
  crashPoints: CrashPoints
}

/** Starts the background workers. They run in every instance, and no two work on the same job. */
export function startWorkers(
  { mail, publicUrl, config }: WorkerSettings,
  deps: CreationDeps,
  { logger, metrics, crashPoints }: WorkersDeps,
): Worker[] {
  const { database, identity, keys } = deps
  const onFailure = (what: string) => (error: unknown) => {
    // `OutageLog` already reports an outage.
    if (!isOutage(error)) logger.error({ err: error }, what)
  }

  const finishNext = async () => {
    const registration = await takeUnfinishedRegistration(database)
    if (registration === null) return false
    await finishRegistration(registration, deps)
    return true
  }
  const forget = async () => {
    await deleteOld(database)
    return false
  }
  const workers = [
    startWorker({ work: finishNext, pauseMs: 15_000, onFailure: onFailure('not finished') }),
    startWorker({ work: forget, pauseMs: 3_600_000, onFailure: onFailure('not forgotten') }),
  ]
  if (mail === null) return workers

  const sender = crashPoints.sender(createMailSender(mail))
  const drafts = createEmailDrafts({ database, identity, keys, publicUrl, config })
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
  const work = () => sendNextMail(mailDeps)
  const mailer = startWorker({ work, pauseMs: 1_000, onFailure: onFailure('no mail sent') })
  return [...workers, { stop: () => mailer.stop().then(() => sender.close()) }]
}
