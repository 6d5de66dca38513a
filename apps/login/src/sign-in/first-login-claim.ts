/**
 * Whether a user has something to do before the first sign-in is complete (B3): the account is new, or its password was
 * given by an operator.
 */
export function isFirstLogin(result: object): boolean {
  const { claims } = result as { claims?: Record<string, unknown> | null }
  return claims?.['firstLogin'] === true || claims?.['changePassword'] === true
}
