import { createHmac, randomBytes, randomUUID } from 'node:crypto'

export const partnerName = 'bench'
export const partnerKey = randomBytes(32)

/** Creates an invitation like a partner's system with a shared key, without a call to Foyer. */
export function invite(email: string, company: string): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const payload = { company, email, jti: randomUUID(), exp: Math.floor(Date.now() / 1000) + 3600 }
  const signed = `${encode({ alg: 'HS256', kid: partnerName, typ: 'JWT' })}.${encode(payload)}`
  return `${signed}.${createHmac('sha256', partnerKey).update(signed).digest('base64url')}`
}
