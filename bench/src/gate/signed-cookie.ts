import { createHmac, timingSafeEqual } from 'node:crypto'

export function signCookie(subject: string, secret: string): string {
  const payload = JSON.stringify({ sub: subject, exp: Math.floor(Date.now() / 1000) + 3600 })
  const text = Buffer.from(payload).toString('base64url')
  return `session=${text}.${signatureOf(text, secret).toString('base64url')}`
}

/** Null without a cookie, for an expired one, and for one with another signature. */
export function subjectOf(cookies: string, secret: string): string | null {
  const [, text = '', signature = ''] = /(?:^|; )session=([\w-]+)\.([\w-]+)/.exec(cookies) ?? []
  const given = Buffer.from(signature, 'base64url')
  const right = signatureOf(text, secret)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return null
  const { sub, exp } = JSON.parse(Buffer.from(text, 'base64url').toString()) as {
    sub: string
    exp: number
  }
  return exp > Date.now() / 1000 ? sub : null
}

const signatureOf = (text: string, secret: string) =>
  createHmac('sha256', secret).update(text).digest()
