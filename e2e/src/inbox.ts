import { expect } from '@playwright/test'
import type { Person } from './people.ts'
import { stack } from './stack.ts'

interface Mail {
  to: string
  subject: string
  text: string
  html: string | null
  links: string[]
}

async function mailsTo({ email }: Pick<Person, 'email'>): Promise<Mail[]> {
  const response = await fetch(`${stack.login}/local/inbox/messages`)
  const { messages } = (await response.json()) as { messages: (Mail & { channel: string })[] }
  return messages.filter(({ channel, to }) => channel === 'mail' && to === email)
}

/** The newest mail, once there are as many as expected. */
export async function awaitMail(person: Person, { count = 1 } = {}): Promise<Mail> {
  await expect.poll(async () => (await mailsTo(person)).length, { timeout: 20_000 }).toBe(count)
  const [newest] = await mailsTo(person)
  if (newest === undefined) throw new Error('The mail is gone.')
  return newest
}

/** The link that only the receiver has. */
export const confirmationLinkIn = (mail: Mail): string => linkIn(mail, '#confirmation=')
export const signInLinkIn = (mail: Mail): string => linkIn(mail, '#sign-in-link=')

function linkIn({ links }: Mail, mark: string): string {
  const link = links.find((address) => address.includes(mark))
  if (link === undefined) throw new Error(`The email has no link with ${mark}.`)
  return link
}
