/** @param result of an ID token, whose claims may say that the account was not set up yet (B3) */
export function isNewAccount(result: object): boolean {
  const { claims } = result as { claims?: Record<string, unknown> | null }
  return claims?.['firstLogin'] === true
}
