import { randomUUID } from 'node:crypto'
import { deriveKeys } from '../keys/derived-keys.ts'
import { signInvitation } from '../registration/invitation.ts'

const company = 'Acme'

/** Sends a form as the page does. Each user needs another IP address. Otherwise the limits would refuse them. */
export function postAsPage(
  to: string,
  body: object,
  key: string = randomUUID(),
  from = '192.0.2.250',
): Promise<Response> {
  return fetch(to, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      'x-forwarded-for': from,
      'sec-fetch-site': 'same-origin',
      origin: 'http://localhost:4000',
    },
    body: JSON.stringify(body),
  })
}

export const formOf = (email: string) => ({
  firstName: 'Ayşe',
  lastName: 'Yılmaz',
  company,
  email,
  language: 'tr',
})

let users = 0

/** A user with an invitation, who may repeat the registration at any instance. */
export async function createInvitedUser(email: string, signingKey: Buffer) {
  const invitation = await signInvitation(
    {
      id: email,
      company,
      email,
      tenantId: null,
      language: null,
      expiresAt: new Date(Date.now() + 3_600_000),
    },
    deriveKeys(signingKey).invitation,
  )
  const key = randomUUID()
  users += 1
  const place = users
  return (address: string) =>
    postAsPage(`${address}/registration`, { ...formOf(email), invitation }, key, `192.0.2.${place}`)
}
