import { toAsciiDigits } from './digits.ts'

export const codeLength = 6

/**
 * The digits of what was typed or pasted. The text is cleaned before it is cut to six digits (SM-01, SM-02, SM-08,
 * SM-17).
 */
export function cleanCode(text: string): string {
  return toAsciiDigits(text).replace(/\D/g, '').slice(0, codeLength)
}
