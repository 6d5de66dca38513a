import { randomUUID } from 'node:crypto'
import type { Person } from './people.ts'
import { stack } from './stack.ts'

// What an administrator of the identity service can do and see, by its own interface.
const PROJECT = '/identitytoolkit.googleapis.com/v1/projects/demo-foyer'
const OWNER = { authorization: 'Bearer owner', 'content-type': 'application/json' }

interface AccountWishes {
  /** Null: an account as registration creates it. */
  provider?: 'google.com' | 'microsoft.com' | null
  isProven?: boolean
  isDisabled?: boolean
  isNewcomer?: boolean
  tenantId?: string
}

export interface Account {
  uid: string
  isProven: boolean
  providers: string[]
  claims: Record<string, unknown>
}

/** @returns the uid */
export async function createAccount(
  { name, email }: Person,
  {
    provider = 'google.com',
    isProven = true,
    isDisabled = false,
    isNewcomer = false,
    tenantId,
  }: AccountWishes = {},
): Promise<string> {
  const uid = randomUUID().replaceAll('-', '').slice(0, 28)
  const tenant = tenantId === undefined ? '' : `tenants/${tenantId}/`
  await ask(`${tenant}accounts:batchCreate`, {
    users: [
      {
        localId: uid,
        displayName: name,
        email,
        emailVerified: isProven,
        disabled: isDisabled,
        ...(isNewcomer && { customAttributes: '{"firstLogin":true}' }),
        ...(provider !== null && {
          providerUserInfo: [
            { providerId: provider, rawId: uid, federatedId: uid, displayName: name, email },
          ],
        }),
      },
    ],
  })
  return uid
}

/** Every account with this address: one at most, if all is well. */
export async function accountsOf({ email }: Pick<Person, 'email'>): Promise<Account[]> {
  const { users = [] } = (await ask('accounts:lookup', { email: [email] })) as {
    users?: {
      localId: string
      emailVerified?: boolean
      customAttributes?: string
      providerUserInfo?: { providerId: string }[]
    }[]
  }
  return users.map(({ localId, emailVerified, customAttributes, providerUserInfo = [] }) => ({
    uid: localId,
    isProven: emailVerified === true,
    providers: providerUserInfo
      .map(({ providerId }) => providerId)
      .filter((id) => id !== 'password')
      .toSorted(),
    claims: JSON.parse(customAttributes ?? '{}') as Record<string, unknown>,
  }))
}

interface CustomTokenWishes {
  tenantId?: string
  /** In seconds. */
  lifetime?: number
  aud?: string
}

/** A custom token as our server makes them against the emulator, which signs nothing. */
export function customTokenFor(
  uid: string,
  { tenantId, lifetime = 3600, ...others }: CustomTokenWishes = {},
): string {
  const now = Math.floor(Date.now() / 1000)
  const issuer = 'firebase-auth-emulator@example.com'
  const claims = {
    aud: 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit',
    iss: issuer,
    sub: issuer,
    iat: now - (lifetime > 0 ? 0 : 7200),
    exp: now + lifetime,
    uid,
    ...(tenantId !== undefined && { tenant_id: tenantId }),
    ...others,
  }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.`
}

async function ask(call: string, body: object): Promise<unknown> {
  const response = await fetch(`${stack.login}${PROJECT}/${call}`, {
    method: 'POST',
    headers: OWNER,
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${call}: ${JSON.stringify(answer)}`)
  return answer
}
