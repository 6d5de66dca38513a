/** Decodes a part of a token. Throws if the text is not base64url. */
export function bytesOfBase64url(text: string): Uint8Array {
  return Uint8Array.from(
    atob(text.replaceAll('-', '+').replaceAll('_', '/')),
    (character) => character.codePointAt(0) ?? 0,
  )
}
