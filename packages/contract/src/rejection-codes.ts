/** How the exchange and the account service report each reason for which the access policy rejects an account. */
export const rejectionCodes = {
  tenant: 'account-not-allowed',
  provider: 'provider-not-allowed',
  'email-domain': 'email-not-allowed',
  claim: 'account-not-allowed',
  'second-factor': 'second-factor-needed',
} as const

const codes = new Set<string>(Object.values(rejectionCodes))

/** Whether this code of an error means that the access policy rejects the account. */
export function isRejection(code: string): boolean {
  return codes.has(code)
}
