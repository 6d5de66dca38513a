/**
 * A reference that identifies an error code and the time (UTC) without showing them. `K7Q2-281430` is the code hash
 * K7Q2 on the 28th at 14:30. `docs/error-references.md` lists the codes.
 */
export function referenceTo(code: string, now: Date): string {
  const moment = [now.getUTCDate(), now.getUTCHours(), now.getUTCMinutes()]
  return `${hashOf(code)}-${moment.map((part) => String(part).padStart(2, '0')).join('')}`
}

/**
 * A reference to one request, which is its id in the log: `K7Q2-D3XM9T`. Behind the hyphen it begins with a letter, so
 * that it cannot be mistaken for a reference to a code.
 *
 * @param random returns this many random bytes
 */
export function newReference(random: (count: number) => Uint8Array): string {
  const [first = 0, ...rest] = random(10)
  const others = rest.map((byte) => digits[byte & 31])
  const letter = digits[10 + (first % 22)]
  return `${others.slice(0, 4).join('')}-${letter}${others.slice(4).join('')}`
}

/** Without I, L, O and U, which are easily confused on the phone. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Four characters. */
export function hashOf(code: string): string {
  let hash = 0x811c9dc5
  for (const character of code) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }
  const mixed = (hash ^ (hash >>> 15)) >>> 0
  return [0, 5, 10, 15].map((shift) => digits[(mixed >>> shift) & 31]).join('')
}
