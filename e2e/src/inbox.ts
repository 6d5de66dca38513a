import { expect } from './engines/expect.ts'
import type { Person } from './people.ts'
import { stack } from './stack.ts'

interface Email {
  to: string
  subject: string
  text: string
  html: string | null
  links: string[]
}

async function emailsTo({ email }: Pick<Person, 'email'>): Promise<Email[]> {
  const response = await fetch(`${stack.login}/local/inbox/messages`)
  const { messages } = (await response.json()) as { messages: (Email & { channel: string })[] }
  return messages.filter(({ channel, to }) => channel === 'mail' && to === email)
}

/** the newest email, once there are as many as expected. */
export async function awaitEmail(
  person: Pick<Person, 'email'>,
  { count = 1 } = {},
): Promise<Email> {
  await expect.poll(async () => (await emailsTo(person)).length).toBe(count)
  const [newest] = await emailsTo(person)
  if (newest === undefined) throw new Error('The email is gone.')
  return newest
}

/** The links that only the receiver of the email has. */
export const confirmationLinkIn = (email: Email): string => linkIn(email, '#confirmation=')
export const signInLinkIn = (email: Email): string => linkIn(email, '#sign-in-link=')

function linkIn({ links }: Email, mark: string): string {
  const link = links.find((url) => url.includes(mark))
  if (link === undefined) throw new Error(`The email has no link with ${mark}.`)
  return link
}
