import { describe, expect, it } from 'vitest'
import type { SentCode } from './inbox.ts'
import { createInbox } from './inbox.ts'
import type { Mail } from '../mail/read-mail.ts'

const sent = (id: number): SentCode => ({
  sessionInfo: `session-${id}`,
  phoneNumber: '+905550000001',
  code: String(100_000 + id),
})

function setUp() {
  let codes: SentCode[] = []
  let time = Date.parse('2026-01-01T10:00:00Z')
  const inbox = createInbox(
    async () => codes,
    () => new Date(time),
  )
  return {
    inbox,
    holds: (...ids: number[]) => {
      codes = ids.map(sent)
      time += 1000
    },
  }
}

const mail = (subject: string): Mail => ({
  messageId: null,
  to: 'ann@example.com',
  subject,
  text: 'https://localhost/x',
  html: null,
  links: ['https://localhost/x'],
})

const idsOf = (messages: { id: string }[]) => messages.map(({ id }) => id)

describe('the inbox', () => {
  it('the inbox shows a code with its recipient and time', async () => {
    const { inbox, holds } = setUp()
    holds(1)
    expect(await inbox.messages()).toEqual([
      {
        id: 'session-1',
        channel: 'sms',
        to: '+905550000001',
        code: '100001',
        receivedAt: '2026-01-01T10:00:01.000Z',
      },
    ])
  })

  it('the inbox shows the newest message first', async () => {
    const { inbox, holds } = setUp()
    holds(1)
    await inbox.messages()
    holds(1, 2, 3)
    expect(idsOf(await inbox.messages())).toEqual(['session-3', 'session-2', 'session-1'])
  })

  it('the inbox keeps a code that was used, or that the emulator lost', async () => {
    const { inbox, holds } = setUp()
    holds(1)
    await inbox.messages()
    holds()
    expect(idsOf(await inbox.messages())).toEqual(['session-1'])
  })

  it('the inbox shows emails and codes together', async () => {
    const { inbox, holds } = setUp()
    holds(1)
    await inbox.messages()
    inbox.receive(mail('Welcome'))
    inbox.receive(mail('Welcome'))
    const messages = await inbox.messages()
    expect(idsOf(messages)).toEqual(['mail-2', 'mail-1', 'session-1'])
    expect(messages[0]).toMatchObject({
      channel: 'mail',
      to: 'ann@example.com',
      subject: 'Welcome',
      receivedAt: '2026-01-01T10:00:01.000Z',
    })
  })

  it('the inbox shows an email that was sent twice once, by its id', async () => {
    const { inbox } = setUp()
    inbox.receive({ ...mail('Welcome'), messageId: '<1@foyer>' })
    inbox.receive({ ...mail('Welcome'), messageId: '<1@foyer>' })
    inbox.receive({ ...mail('Welcome'), messageId: '<2@foyer>' })
    expect(await inbox.messages()).toHaveLength(2)
  })

  it('the inbox deletes the oldest of many messages', async () => {
    const { inbox, holds } = setUp()
    holds(...Array.from({ length: 120 }, (_, index) => index))
    const messages = await inbox.messages()
    expect(messages).toHaveLength(100)
    expect(messages[0]?.id).toBe('session-119')
  })

  it('the codes sent to a number are too old when they are made so, and later ones are not', async () => {
    const { inbox, holds } = setUp()
    holds(1)
    await inbox.messages()
    inbox.expireCodes('+905550000009')
    expect(inbox.isExpired('session-1')).toBe(false)
    inbox.expireCodes('+905550000001')
    holds(1, 2)
    await inbox.messages()
    const areExpired = ['session-1', 'session-2'].map((id) => inbox.isExpired(id))
    expect(areExpired).toEqual([true, false])
  })
})
