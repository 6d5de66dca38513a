import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { describeWithEachStore } from '../testing/with-each-store.ts'
import { startMailServer, type MailServer } from '@foyer/test-services/mail-server'
import type { EmailDraft } from './compose.ts'
import { createMailSender, type MailSender } from './mail-sender.ts'
import { outboxState, queueMail, takeMail, type QueuedMail } from './outbox.ts'
import { sendMail, type MailDeps } from './send-mail.ts'

describeWithEachStore('the outbox', (database) => {
  let server: MailServer
  let sender: MailSender
  let outcomes: string[]
  beforeAll(async () => {
    server = await startMailServer()
    sender = createMailSender({
      url: server.url,
      from: 'Örnek <no-reply@example.com>',
      connections: 1,
    })
  })
  afterAll(async () => {
    sender.close()
    await server.close()
  })
  beforeEach(async () => {
    server.mails.length = 0
    server.failure = null
    outcomes = []
    await database().deleteFrom('outbox').execute()
  })

  const draft: EmailDraft = {
    topic: 'account-created',
    language: 'tr',
    product: 'Örnek',
    firstName: 'Işık İNAN',
    link: 'https://app.corp.example/',
  }
  const queue = (registrationId = randomUUID() as string, to = 'ayse@acme.example') =>
    queueMail(database(), 'account-created', registrationId, {
      to,
      firstName: 'Işık İNAN',
      language: 'tr',
    })
  const sendNextMail = async (deps: MailDeps) => {
    const mail = await takeMail(deps.database)
    if (mail !== null) await sendMail(mail, deps)
    return mail !== null
  }
  const send = (draftOf: (mail: QueuedMail) => Promise<EmailDraft | null> = async () => draft) =>
    sendNextMail({
      database: database(),
      sender,
      draftOf,
      onSent: async () => {},
      onOutcome: (outcome) => void outcomes.push(outcome),
    })
  const rows = () => database().selectFrom('outbox').selectAll().execute()
  const makeDue = () =>
    database()
      .updateTable('outbox')
      .set({ due_at: new Date(0) })
      .execute()

  it('an email is sent once, in text and HTML, and its content is then deleted', async () => {
    await queue()
    expect(await send()).toBe(true)
    expect(await send()).toBe(false)
    expect(server.mails).toEqual([
      expect.objectContaining({
        to: 'ayse@acme.example',
        from: '"Örnek" <no-reply@example.com>',
        subject: 'Örnek hesabınız hazır',
        language: '"tr"',
        text: expect.stringContaining('Merhaba Işık İNAN,'),
        html: expect.stringContaining('<html lang="tr">'),
      }),
    ])
    expect(await rows()).toEqual([expect.objectContaining({ state: 'sent', content: null })])
  })

  it('several emails are sent over one connection, and over a new one when that is closed', async () => {
    const before = server.connections
    for (const _mail of [1, 2, 3]) {
      await queue()
      await send()
    }
    expect(server.connections - before).toBeLessThanOrEqual(1)
    server.dropConnections()
    await queue()
    expect(await send()).toBe(true)
    expect(outcomes).toEqual(['sent', 'sent', 'sent', 'sent'])
    expect(server.mails).toHaveLength(4)
  })

  it('an email is queued once per registration', async () => {
    const id = randomUUID()
    await queue(id)
    await queue(id)
    expect(await rows()).toHaveLength(1)
  })

  it('an email is taken by only one of several workers', async () => {
    await Promise.all([queue(), queue(), queue()])
    const taken = await Promise.all([1, 2, 3, 4, 5].map(() => takeMail(database())))
    const ids = taken.flatMap((mail) => (mail === null ? [] : [mail.id]))
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(3)
  })

  it('an email that a busy server refuses is sent later with the same Message-ID', async () => {
    await queue()
    server.failure = 'busy'
    await expect(send()).rejects.toMatchObject({ code: 'passing' })
    expect(await rows()).toEqual([expect.objectContaining({ state: 'waiting', attempts: 1 })])
    expect(await send()).toBe(false)

    server.failure = null
    await makeDue()
    await send()
    const [row] = await rows()
    expect(server.mails.map(({ messageId }) => messageId)).toEqual([`<${row?.id}@example.com>`])
    expect(outcomes).toEqual(['postponed', 'sent'])
  })

  it('an email to a recipient who is temporarily refused does not delay other emails', async () => {
    await queue()
    server.failure = 'recipient-put-off'
    expect(await send()).toBe(true)
    expect(await rows()).toEqual([expect.objectContaining({ state: 'waiting', attempts: 1 })])
    expect(outcomes).toEqual(['postponed'])
  })

  it('an email waits longer after each failure', async () => {
    await queue()
    server.failure = 'busy'
    const waits: number[] = []
    for (const _attempt of [1, 2, 3]) {
      await send().catch(() => {})
      const [row] = await rows()
      waits.push(Math.round(((row?.due_at.getTime() ?? 0) - Date.now()) / 1000))
      await makeDue()
    }
    expect(waits).toEqual([10, 20, 40])
  })

  it('an email to a recipient who does not exist has failed, and its content is deleted', async () => {
    await queue()
    server.failure = 'unknown-recipient'
    expect(await send()).toBe(true)
    expect(await rows()).toEqual([expect.objectContaining({ state: 'failed', content: null })])
    expect(outcomes).toEqual(['failed'])
  })

  it('an email to a non-ASCII address is sent through a mail server that supports SMTPUTF8', async () => {
    await queue(randomUUID(), 'ayşe@acme.example')
    expect(await send()).toBe(true)
    expect(server.mails).toEqual([expect.objectContaining({ to: 'ayşe@acme.example' })])
    expect(outcomes).toEqual(['sent'])
  })

  it('an email to a non-ASCII address has failed if the mail server does not support SMTPUTF8', async () => {
    const older = await startMailServer({ hidesSmtpUtf8: true })
    const before = sender
    sender = createMailSender({ url: older.url, from: 'no-reply@example.com', connections: 1 })
    await queue(randomUUID(), 'ayşe@acme.example')
    await queue(randomUUID(), 'ayse@xn--mnchen-3ya.example')
    await send()
    await send()
    expect(outcomes.toSorted()).toEqual(['failed', 'sent'])
    expect(older.mails).toEqual([expect.objectContaining({ subject: 'Örnek hesabınız hazır' })])
    expect((await rows()).map(({ state }) => state).toSorted()).toEqual(['failed', 'sent'])
    sender.close()
    sender = before
    await older.close()
  })

  it('an email waits while the mail server is unavailable', async () => {
    await queue()
    const away = createMailSender({
      url: 'smtp://127.0.0.1:1',
      from: 'a@b.example',
      connections: 1,
    })
    await expect(away.verify()).rejects.toMatchObject({ code: 'passing' })
    const before = sender
    sender = away
    await expect(send()).rejects.toMatchObject({ code: 'passing' })
    sender = before
    expect(await outboxState(database())).toMatchObject({ waiting: 1 })
  })

  it('an email that was accepted before a crash is sent again with the same Message-ID', async () => {
    await queue()
    const crash = { ...sender, send: (mail: Parameters<MailSender['send']>[0]) => crashAfter(mail) }
    const crashAfter = async (mail: Parameters<MailSender['send']>[0]) => {
      await sender.send(mail)
      throw new Error('the process ends here')
    }
    const deps = { database: database(), sender: crash, draftOf: async () => draft }
    const silent = { onSent: async () => {}, onOutcome: () => {} }
    await expect(sendNextMail({ ...deps, ...silent })).rejects.toThrow('ends here')
    await makeDue()
    await send()
    expect(server.mails).toHaveLength(2)
    expect(new Set(server.mails.map(({ messageId }) => messageId)).size).toBe(1)
  })

  it('an email that is no longer needed is not sent', async () => {
    await queue()
    await send(async () => null)
    expect(server.mails).toEqual([])
    expect(outcomes).toEqual(['dropped'])
    expect(await rows()).toEqual([expect.objectContaining({ state: 'dropped', content: null })])
    expect(await send()).toBe(false)
  })
})
