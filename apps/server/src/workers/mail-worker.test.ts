import { randomUUID } from 'node:crypto'
import { startMailServer } from '@foyer/test-services/mail-server'
import { expect, it } from 'vitest'
import type { EmailDraft } from '../mail/compose.ts'
import { createMailSender } from '../mail/mail-sender.ts'
import { queueMail, takeMail } from '../mail/outbox.ts'
import { sendMail } from '../mail/send-mail.ts'
import { describeWithEachStore } from '../testing/with-each-store.ts'
import { startParallelWorker } from './parallel-worker.ts'

const draft: EmailDraft = {
  topic: 'account-created',
  language: 'tr',
  product: 'Örnek',
  firstName: 'Işık',
  link: 'https://app.corp.example/',
}

describeWithEachStore('several mail workers', (database) => {
  it('two instances send each of many emails once, each over its own connections', async () => {
    const server = await startMailServer({ acceptsAfterMs: 5 })
    const content = { to: 'ayse@acme.example', firstName: 'Işık', language: 'tr' } as const
    for (let email = 0; email < 60; email += 1) {
      await queueMail(database(), 'account-created', randomUUID(), content)
    }
    const instances = [1, 2].map(() => {
      const sender = createMailSender({ url: server.url, from: 'a@b.example', connections: 5 })
      const deps = { database: database(), sender, draftOf: async () => draft }
      const worker = startParallelWorker({
        take: () => takeMail(database()),
        work: (mail) => sendMail(mail, { ...deps, onSent: async () => {}, onOutcome: () => {} }),
        atOnce: 5,
        pauseMs: 20,
        onFailure: (error) => expect.unreachable(String(error)),
      })
      return { worker, sender }
    })
    await expect.poll(() => server.mails.length).toBe(60)
    await Promise.all(instances.map(({ worker }) => worker.stop()))
    expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(60)
    expect(server.connections).toBeLessThanOrEqual(10)
    const rows = await database().selectFrom('outbox').select('state').execute()
    expect(rows.map(({ state }) => state)).toEqual(Array.from({ length: 60 }, () => 'sent'))
    for (const { sender } of instances) sender.close()
    await server.close()
  })
})
