/** Where the identity service answers project lookups (F4): Google, or the emulator of a local stack. */
export function identityToolkitOrigin(emulatorUrl: string | undefined): string {
  return emulatorUrl === undefined
    ? 'https://www.googleapis.com'
    : `${emulatorUrl}/www.googleapis.com`
}
