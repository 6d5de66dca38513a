import { createCipheriv } from 'node:crypto'
import { expect, it } from 'vitest'
import { createUseUpSignInCode, openSignInCode, sealSignInCode } from './sign-in-codes.ts'

const keys = { signInCode: Buffer.alloc(32, 1) }

it('a code is encrypted, each time in another way, and opens only with its key', () => {
  const code = { oobCode: 'code-1', uid: 'u-1' }
  const sealed = sealSignInCode(code, keys)
  expect(sealed).not.toBe(sealSignInCode(code, keys))
  expect(openSignInCode(sealed, keys)).toEqual(code)
  expect(() => openSignInCode(sealed, { signInCode: Buffer.alloc(32, 2) })).toThrow('authenticate')
})

it('a code that the version before has stored alone opens, so that its owner can still refuse it', () => {
  const cipher = createCipheriv('aes-256-gcm', keys.signInCode, Buffer.alloc(12, 2))
  const text = Buffer.concat([cipher.update('code-1', 'utf8'), cipher.final()])
  const sealed = Buffer.concat([Buffer.alloc(12, 2), cipher.getAuthTag(), text])
  expect(openSignInCode(sealed.toString('base64url'), keys)).toEqual({
    oobCode: 'code-1',
    uid: null,
  })
})

const issued = { email: 'ayse@acme.example', tenantId: 'Acme-x1y2z', oobCode: 'code-1' }

const outcomeOf = (answer: () => Promise<Response>) =>
  createUseUpSignInCode({
    config: { apiKey: 'key' },
    publicUrl: 'https://login.example.com',
    fetch: answer,
  })(issued)

/** Uses up a code at a service with this answer, and returns what was sent to it. */
async function useUp(
  answer: () => Promise<Response>,
  { emulatorUrl, ...change }: { emulatorUrl?: string; tenantId?: null } = {},
) {
  const sent: unknown[] = []
  await createUseUpSignInCode({
    config: { apiKey: 'key', ...(emulatorUrl !== undefined && { emulatorUrl }) },
    publicUrl: 'https://login.example.com',
    fetch(url, { headers, body }) {
      sent.push(url, new Headers(headers).get('referer'), JSON.parse(body as string))
      return answer()
    },
  })({ ...issued, ...change })
  return sent
}

const answerWith = (status: number, message?: string) => () =>
  Promise.resolve(Response.json({ error: { message } }, { status }))

it('the server signs in with a code, so that nobody else can', async () => {
  expect(await useUp(answerWith(200))).toEqual([
    'https://identitytoolkit.googleapis.com/v1/accounts:signInWithEmailLink?key=key',
    'https://login.example.com/',
    issued,
  ])
})

it('a code of the project itself names no tenant, and the emulator has its own address', async () => {
  const emulatorUrl = 'http://localhost:4000'
  const { email, oobCode } = issued
  expect(await useUp(answerWith(200), { emulatorUrl, tenantId: null })).toEqual([
    'http://localhost:4000/identitytoolkit.googleapis.com/v1/accounts:signInWithEmailLink?key=key',
    'https://login.example.com/',
    { email, oobCode },
  ])
})

it.each([
  ['INVALID_OOB_CODE', 'useless'],
  ['EXPIRED_OOB_CODE : gone', 'useless'],
  ['TENANT_NOT_FOUND', 'useless'],
  ['INVALID_TENANT_ID', 'useless'],
  ['USER_DISABLED', 'useless-now'],
  ['OPERATION_NOT_ALLOWED : off for this tenant', 'useless-now'],
])('a code that is of no use now is no failure: %s', async (message, outcome) => {
  expect(await outcomeOf(answerWith(400, message))).toBe(outcome)
})

it.each(['TOO_MANY_ATTEMPTS_TRY_LATER', 'INVALID_EMAIL', undefined])(
  'a code that the service has not read is a failure: %s',
  async (message) => {
    await expect(useUp(answerWith(400, message))).rejects.toMatchObject({ code: 'unavailable' })
  },
)

it('a service that does not answer is a failure', async () => {
  const unavailable = { code: 'unavailable' }
  await expect(useUp(answerWith(503))).rejects.toMatchObject(unavailable)
  await expect(useUp(answerWith(403))).rejects.toMatchObject(unavailable)
  await expect(useUp(() => Promise.reject(new Error('offline')))).rejects.toMatchObject(unavailable)
})

it('an account that the service makes while a code is used up is deleted: its owner has refused it', async () => {
  const made = () => Promise.resolve(Response.json({ isNewUser: true, idToken: 'token-1' }))
  const sent = await useUp(made)
  expect(await outcomeOf(made)).toBe('useless')
  expect(sent.slice(3)).toEqual([
    'https://identitytoolkit.googleapis.com/v1/accounts:delete?key=key',
    'https://login.example.com/',
    { idToken: 'token-1', tenantId: issued.tenantId },
  ])
  const known = () => Promise.resolve(Response.json({ isNewUser: false, idToken: 'token-1' }))
  expect(await useUp(known)).toHaveLength(3)
})
