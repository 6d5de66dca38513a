import { toAsciiDigits } from './digits.ts'

export const codeLength = 6

/**
 * The digits of what was typed or pasted (SM-01, SM-02, SM-08, SM-17). A pasted sentence may have other numbers, such as
 * the minutes that the code is valid, so a number of six digits is preferred.
 */
export function cleanCode(text: string): string {
  const numbers = toAsciiDigits(text).split(/\D+/)
  const whole = numbers.find(({ length }) => length === codeLength)
  return whole ?? numbers.join('').slice(0, codeLength)
}
