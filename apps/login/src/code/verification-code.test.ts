import { expect, it } from 'vitest'
import { cleanCode } from './verification-code.ts'

it.each([
  ['123-456', '123456'],
  ['123 456', '123456'],
  ['1 2 3 4 5 6', '123456'],
  [' 123456', '123456'],
  ['123456\n', '123456'],
  ['1e2+3-4.5', '12345'],
  ['012345', '012345'],
  ['١٢٣٤٥٦', '123456'],
  ['１２３４５６', '123456'],
  ['1234567', '123456'],
  ['Your code for Portal 24: 123456. It expires in 10 minutes.', '123456'],
  ['', ''],
])('the code in %j is %s', (text, code) => {
  expect(cleanCode(text)).toBe(code)
})
