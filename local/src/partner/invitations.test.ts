import { createSecretKey } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { expect, it } from 'vitest'
import { createPartner } from './invitations.ts'

const key = Buffer.alloc(32, 5)
const partner = createPartner({ name: 'demo', key, loginOrigin: 'http://localhost:4000' })

async function invitation(wishes: Record<string, string> = {}) {
  const address = new URL(await partner.invite(new URLSearchParams(wishes)))
  const token = new URLSearchParams(address.hash.slice(1)).get('invitation') ?? ''
  return { address, token, ...(await jwtVerify(token, createSecretKey(key))) }
}

it('an invitation URL leads to the form with an invitation that is signed with the partner’s key', async () => {
  const { address, token, payload } = await invitation()
  expect(address.origin + address.pathname).toBe('http://localhost:4000/registration')
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', kid: 'demo', typ: 'JWT' })
  expect(payload).toMatchObject({
    company: 'Example Company',
    email: expect.stringMatching(/@example\.com$/),
  })
})

it('each invitation is different', async () => {
  const [first, second] = [await invitation(), await invitation()]
  expect(first.payload.jti).not.toBe(second.payload.jti)
  expect(first.payload['email']).not.toBe(second.payload['email'])
})

it('an invitation has the requested recipient and expiry', async () => {
  const wishes = { email: 'ann@example.com', company: 'Acme', tid: 'acme-1a2b3', lang: 'tr' }
  const { payload } = await invitation({ ...wishes, seconds: '60' })
  expect(payload).toMatchObject(wishes)
  expect(payload.exp).toBeLessThanOrEqual(Date.now() / 1000 + 60)
  await expect(invitation({ seconds: '-1' })).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' })
})
