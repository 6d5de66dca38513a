import { withoutAccents } from '@foyer/contract/without-accents'

/**
 * A text without capitals and accents, so that its spellings are equal. In Turkish, İ is the capital of i, and I of ı.
 */
export function plainLetters(text: string): string {
  return withoutAccents(text).toLowerCase().replaceAll('ı', 'i')
}
