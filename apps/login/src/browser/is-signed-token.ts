/** Whether a text has the form of a signed token. The signature is empty if an emulator issued it. */
export function isSignedToken(text: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text)
}
