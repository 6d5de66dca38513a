import { randomBytes, randomUUID } from 'node:crypto'
import { codeFor } from '../email-code/email-codes.ts'
import type { RegistrationFixture } from './registration-fixture.ts'

type Options = Parameters<RegistrationFixture['post']>[2]

/** The link in an email, without the address of the page. */
export const linkIn = (mail: { text: string } | undefined): string =>
  /https:\/\/login\.example\.com\/#sign-in-link=(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''

/** What owners of mailboxes and strangers do with email links. */
export function createLinkVisitors(
  fixture: () => RegistrationFixture,
  { email, tid }: { email: string; tid: string },
) {
  const post = async (path: string, body: object, options?: Options) => {
    const response = await fixture().post(`/email-link${path}`, body, options)
    const { code = '', status } = response.json<Partial<Record<string, string>>>()
    return { statusCode: response.statusCode, code, status }
  }
  const sentTo = (address: string) =>
    fixture().mailServer.mails.filter(({ to }) => [to].flat().includes(address))
  const browser = (address = email, id: string = randomUUID()) => ({
    id,
    email: address,
    secret: randomBytes(32).toString('base64url'),
    tid,
  })
  type Waiting = ReturnType<typeof browser>
  const ask = async ({ id, ...body }: Waiting) => {
    const answer = await post('', { ...body, language: 'en' }, { key: id })
    while (await fixture().sendMail());
    return answer
  }

  return {
    post,
    sentTo,
    browser,
    ask,
    /** What the server would show to the owner of the mailbox. */
    codeOf: ({ id, email: address }: Waiting) =>
      codeFor({ id, purpose: 'email-link', tenantId: tid, email: address }, fixture().keys),
    /** A stranger signs in, and has the owner's session until the owner notices. Returns the link. */
    signInAsStranger: async (): Promise<string> => {
      const waiting = browser()
      await ask(waiting)
      const link = linkIn(sentTo(email).at(-1))
      const { code } = await post('/code', { link })
      const { status } = await post('/enter', { ...waiting, code })
      if (status !== 'done') throw new Error('The stranger is not signed in.')
      return link
    },
  }
}
