import { randomUUID } from 'node:crypto'
import type { Person } from './people.ts'
import { stack } from './stack.ts'

// Uses the identity service's own interface for administrators.
const PROJECT = '/identitytoolkit.googleapis.com/v1/projects/demo-foyer'
const OWNER = { authorization: 'Bearer owner', 'content-type': 'application/json' }

interface AccountOptions {
  /** Null for an account without a provider, as registration creates it. */
  provider?: 'google.com' | 'microsoft.com' | null
  isProven?: boolean
  isDisabled?: boolean
  isNewUser?: boolean
  tenantId?: string
  /** The phone numbers of second factors. */
  secondPhones?: readonly string[]
  /** The uid of the second factor of an authenticator app. */
  app?: string
  password?: string
  /** The password was given by an operator. */
  mustReplacePassword?: boolean
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
    isNewUser = false,
    tenantId,
    secondPhones = [],
    app,
    password,
    mustReplacePassword = false,
  }: AccountOptions = {},
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
        mfaInfo: [
          ...secondPhones.map((phoneInfo) => ({ phoneInfo })),
          // Underneath, it is a factor for text messages.
          ...(app === undefined ? [] : [{ mfaEnrollmentId: app, phoneInfo: '+000' }]),
        ],
        ...(isNewUser && { customAttributes: '{"firstLogin":true}' }),
        ...(mustReplacePassword && { customAttributes: '{"changePassword":true}' }),
        ...(password !== undefined && { rawPassword: password }),
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

/** All accounts with this email address. There should be at most one. */
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

/** Whether email enumeration protection is on. */
export async function hidesAccounts(): Promise<boolean> {
  const response = await fetch(`${stack.login}/emulator/v1/projects/demo-foyer/config`)
  const { emailPrivacyConfig: config } = (await response.json()) as {
    emailPrivacyConfig?: { enableImprovedEmailPrivacy?: boolean }
  }
  return config?.enableImprovedEmailPrivacy === true
}

interface CustomTokenOptions {
  tenantId?: string
  /** In seconds. */
  lifetime?: number
  aud?: string
}

/** A custom token as our server creates it for the emulator, which accepts unsigned tokens. */
export function customTokenFor(
  uid: string,
  { tenantId, lifetime = 3600, ...others }: CustomTokenOptions = {},
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
