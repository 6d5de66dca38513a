const digit = /\p{Nd}/u

/** Replaces the digits of every script by ASCII digits. Every other character stays (PH-11, PH-12). */
export function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (character) => String(valueOf(character)))
}

/** The digits of a script have consecutive code points from zero to nine, so the position is the value. */
function valueOf(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && digit.test(String.fromCodePoint(codePoint - value - 1))) value += 1
  return value
}
