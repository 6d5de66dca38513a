/** Whether a text has the form of a signed token. Its signature may be empty beside an emulator. */
export function isSignedToken(text: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text)
}
