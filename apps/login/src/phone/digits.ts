const digit = /\p{Nd}/u

/** Digits of any script as those of ours; every other character stays (PH-11, PH-12). */
export function toAsciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (character) => String(valueOf(character)))
}

/** Each script's digits stand in a row from zero to nine, so the place in the row is the value. */
function valueOf(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && digit.test(String.fromCodePoint(codePoint - value - 1))) value += 1
  return value
}
