/** Texts that differ only in accents become equal. Capitals stay capitals, and ı stays ı. */
export function withoutAccents(text: string): string {
  // Before too, because many accents on one letter take quadratic time.
  return withoutMarks(withoutMarks(text).normalize('NFKD'))
}

function withoutMarks(text: string): string {
  return text.replaceAll(/\p{M}/gu, '')
}
