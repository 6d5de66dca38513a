/** @param result of an ID token, whose claims may say that this is the account's first login (B3) */
export function isFirstLogin(result: object): boolean {
  if (!('claims' in result) || !(result.claims instanceof Object)) return false
  return 'firstLogin' in result.claims && result.claims.firstLogin === true
}
