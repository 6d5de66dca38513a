/**
 * A text without capitals and accents, so that its spellings are equal. In Turkish, İ is the capital of i, and I of ı.
 */
export function plainLetters(text: string): string {
  const withoutAccents = (some: string) => some.replace(/\p{M}/gu, '')
  // Before too, because many accents on one letter take quadratic time.
  return withoutAccents(withoutAccents(text).normalize('NFKD')).toLowerCase().replaceAll('ı', 'i')
}
