/** The bytes that a part of a token stands for. Throws where it is none. */
export function bytesOfBase64url(text: string): Uint8Array {
  return Uint8Array.from(
    atob(text.replaceAll('-', '+').replaceAll('_', '/')),
    (character) => character.codePointAt(0) ?? 0,
  )
}
