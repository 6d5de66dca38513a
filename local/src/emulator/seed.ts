import { LocalError } from '../settings/local-error.ts'
import { objectIdOf } from '../providers/object-id.ts'
import type { DemoAccount } from './demo-accounts.ts'
import { DEMO_PROJECT, demoAccounts, demoTenants } from './demo-accounts.ts'

// Any bearer of this token is the project's owner to the emulator.
const OWNER = { authorization: 'Bearer owner', 'content-type': 'application/json' }

/** Puts the demo accounts in place. Doing it again changes nothing. */
export async function seedDemoAccounts(emulatorUrl: string): Promise<void> {
  const places = [undefined, ...demoTenants.map(({ id }) => id)]
  await Promise.all(
    places.map((tenantId) =>
      createAccounts(
        emulatorUrl,
        tenantId,
        demoAccounts.filter((account) => account.tenantId === tenantId),
      ),
    ),
  )
}

async function createAccounts(
  emulatorUrl: string,
  tenantId: string | undefined,
  accounts: DemoAccount[],
): Promise<void> {
  const place = tenantId === undefined ? '' : `/tenants/${tenantId}`
  const path = `/identitytoolkit.googleapis.com/v1/projects/${DEMO_PROJECT}${place}/accounts:batchCreate`
  const response = await fetch(`${emulatorUrl}${path}`, {
    method: 'POST',
    headers: OWNER,
    body: JSON.stringify({ allowOverwrite: true, users: accounts.map(toUploadedUser) }),
  })
  // The emulator answers 200 and lists the users that it refused.
  const { error = [] } = (await response.json()) as { error?: object }
  if (!response.ok || Object.keys(error).length > 0) {
    throw new LocalError(
      'seed-refused',
      `The identity emulator refused the demo accounts: ${JSON.stringify(error)}`,
    )
  }
}

/** The provider's own id of the account's owner. */
function subjectOf({ uid, signIn }: DemoAccount): string {
  const isOfMicrosoft = 'provider' in signIn && signIn.provider === 'microsoft.com'
  return isOfMicrosoft ? objectIdOf(uid) : uid
}

export function toUploadedUser(account: DemoAccount) {
  const { uid, name, tenantId, signIn, isDisabled, isUnproven, claims } = account
  return {
    localId: uid,
    displayName: name,
    disabled: isDisabled ?? false,
    ...(tenantId !== undefined && { tenantId }),
    ...(claims !== undefined && { customAttributes: JSON.stringify(claims) }),
    ...('phoneNumber' in signIn
      ? { phoneNumber: signIn.phoneNumber }
      : {
          email: signIn.email,
          // Microsoft does not vouch for addresses, so the identity service takes them as unproven.
          emailVerified: signIn.provider === 'google.com' && isUnproven !== true,
          providerUserInfo: [
            {
              providerId: signIn.provider,
              rawId: subjectOf(account),
              federatedId: subjectOf(account),
              displayName: name,
              email: signIn.email,
            },
          ],
        }),
  }
}
