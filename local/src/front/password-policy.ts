import type { ServerResponse } from 'node:http'

/** Where the identity service tells its password policy. The emulator has none. */
export const passwordPolicyPath = '/identitytoolkit.googleapis.com/v2/passwordPolicy'

/** As the identity service answers for a project or a tenant with this policy. */
const policy = {
  customStrengthOptions: {
    minPasswordLength: 10,
    maxPasswordLength: 4096,
    containsLowercaseCharacter: true,
    containsNumericCharacter: true,
  },
  allowedNonAlphanumericCharacters: '^$*.[]{}()?"!@#%&/\\,><\':;|_~'.split(''),
  enforcementState: 'ENFORCE',
  forceUpgradeOnSignin: false,
  schemaVersion: 1,
}

export function tellPasswordPolicy(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(policy))
}
