import { LocalError } from '../settings/local-error.ts'
import { objectIdOf } from '../providers/object-id.ts'
import { hiddenNumber } from '../totp/totp-factors.ts'
import type { DemoAccount } from './demo-accounts.ts'
import { DEMO_PROJECT, demoAccounts, demoTenants } from './demo-accounts.ts'

// The emulator accepts this token as the project's owner.
const OWNER = { authorization: 'Bearer owner', 'content-type': 'application/json' }

/** Turns on email enumeration protection, as new projects have it, and creates the demo accounts. May be repeated. */
export async function seedDemoAccounts(emulatorUrl: string): Promise<void> {
  await hideEmails(emulatorUrl)
  const levels = [undefined, ...demoTenants.map(({ id }) => id)]
  await Promise.all(
    levels.map((tenantId) =>
      createAccounts(
        emulatorUrl,
        tenantId,
        demoAccounts.filter((account) => account.tenantId === tenantId),
      ),
    ),
  )
}

/** With this protection, the service tells no caller whether an email address has an account (K4). */
async function hideEmails(emulatorUrl: string): Promise<void> {
  const response = await fetch(`${emulatorUrl}/emulator/v1/projects/${DEMO_PROJECT}/config`, {
    method: 'PATCH',
    headers: OWNER,
    body: JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: true } }),
  })
  if (!response.ok) {
    throw new LocalError(
      'seed-refused',
      `The identity emulator refused its configuration: ${response.status}`,
    )
  }
}

async function createAccounts(
  emulatorUrl: string,
  tenantId: string | undefined,
  accounts: DemoAccount[],
): Promise<void> {
  const tenantPath = tenantId === undefined ? '' : `/tenants/${tenantId}`
  const path = `/identitytoolkit.googleapis.com/v1/projects/${DEMO_PROJECT}${tenantPath}/accounts:batchCreate`
  const response = await fetch(`${emulatorUrl}${path}`, {
    method: 'POST',
    headers: OWNER,
    body: JSON.stringify({ allowOverwrite: true, users: accounts.map(toUploadedUser) }),
  })
  // The emulator responds with 200 even if it refuses some users, and lists them.
  const { error = [] } = (await response.json()) as { error?: object }
  if (!response.ok || Object.keys(error).length > 0) {
    throw new LocalError(
      'seed-refused',
      `The identity emulator refused the demo accounts: ${JSON.stringify(error)}`,
    )
  }
}

export function toUploadedUser(account: DemoAccount) {
  const { uid, name, tenantId, signIn, secondFactor, isDisabled, isEmailUnverified, claims } =
    account
  return {
    localId: uid,
    displayName: name,
    disabled: isDisabled ?? false,
    ...(tenantId !== undefined && { tenantId }),
    ...(secondFactor !== undefined && { mfaInfo: [factorOf(secondFactor)] }),
    ...(claims !== undefined && { customAttributes: JSON.stringify(claims) }),
    ...('phoneNumber' in signIn
      ? { phoneNumber: signIn.phoneNumber }
      : {
          email: signIn.email,
          // Microsoft does not verify email addresses, so Identity Platform treats them as unverified.
          emailVerified: signIn.provider !== 'microsoft.com' && isEmailUnverified !== true,
          providerUserInfo: providersOf(account),
          // Only the emulator accepts a password that is not hashed.
          ...('password' in signIn && { rawPassword: signIn.password }),
        }),
  }
}

/** Under the factor of an app, there is one for text messages (`totp/totp-stand-in.ts`). */
function factorOf(factor: NonNullable<DemoAccount['secondFactor']>) {
  const phoneInfo = 'phoneNumber' in factor ? factor.phoneNumber : hiddenNumber()
  return { mfaEnrollmentId: factor.uid, phoneInfo, enrolledAt: '2026-01-01T00:00:00Z' }
}

function providersOf({ uid, name, signIn }: DemoAccount) {
  if (!('provider' in signIn) || signIn.provider === null || signIn.provider === 'password')
    return []
  const { provider: providerId, email } = signIn
  const rawId = providerId === 'microsoft.com' ? objectIdOf(uid) : uid
  return [{ providerId, rawId, federatedId: rawId, displayName: name, email }]
}
