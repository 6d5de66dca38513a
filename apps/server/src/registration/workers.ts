import type { FastifyBaseLogger } from 'fastify'
import { DatabaseOutage } from '../errors.ts'
import { createLetters } from '../mail-letters.ts'
import { createMailSender } from '../mail/mail-sender.ts'
import { sendNextMail } from '../mail/send-next-mail.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Settings } from '../settings.ts'
import { startWorker, type Worker } from '../worker.ts'
import { finishRegistration, type CreationPorts } from './create-account.ts'
import { forgetOld, takeUnfinished } from './left-undone.ts'

/** What goes on when no visitor waits. Every instance does it; no two do the same piece. */
export function startWorkers(
  { mail, publicUrl, config }: Settings,
  ports: CreationPorts,
  { logger, metrics }: { logger: FastifyBaseLogger; metrics: Metrics },
): Worker[] {
  const { database, identity, keys } = ports
  const onFailure = (what: string) => (error: unknown) => {
    // The outage has lines of its own, of which there are few.
    if (!(error instanceof DatabaseOutage)) logger.error({ err: error }, what)
  }

  const finishNext = async () => {
    const registration = await takeUnfinished(database)
    if (registration === null) return false
    await finishRegistration(registration, ports)
    return true
  }
  const forget = async () => {
    await forgetOld(database)
    return false
  }
  const workers = [
    startWorker({ work: finishNext, pauseMs: 15_000, onFailure: onFailure('not finished') }),
    startWorker({ work: forget, pauseMs: 3_600_000, onFailure: onFailure('not forgotten') }),
  ]
  if (mail === null) return workers

  const sender = createMailSender(mail)
  const mailPorts = {
    database,
    sender,
    ...createLetters({ database, identity, keys, publicUrl, config }),
    onOutcome: (outcome: string, error?: unknown) => {
      metrics.mail(outcome)
      if (error !== undefined) logger.error({ err: error }, 'mail given up')
    },
  }
  const work = () => sendNextMail(mailPorts)
  const mailer = startWorker({ work, pauseMs: 1_000, onFailure: onFailure('no mail sent') })
  return [...workers, { stop: () => mailer.stop().then(() => sender.close()) }]
}
