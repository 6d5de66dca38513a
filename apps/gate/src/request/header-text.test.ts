import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const source = join(import.meta.dirname, '..')
/** These files parse environment variables, the command line or a file of the gate, not what clients send. */
const readersOfOtherText = new Set([
  join('settings', 'setting-names.ts'),
  join('settings', 'setting-values.ts'),
  join('data', 'spent-tokens.ts'),
])

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) =>
    file.endsWith('.ts') &&
    !file.endsWith('.test.ts') &&
    !/(?:^|[\\/])testing[\\/]/.test(file) &&
    !readersOfOtherText.has(file),
)

it('this test finds the gate’s source files', () => {
  expect(files).toContain(join('request', 'cookies.ts'))
})

it.each([
  ['strips white space or looks for it', /\.trim(?:Start|End)?\(|\\[sS]\b/],
  ['splits lists, pairs or parameters', /\.split\(\s*(?:['"`][,;=: ]|\/)/],
  ['looks for the bounds of words, which every byte beyond ASCII is', /\\[bB]\b/],
])('no file of the gate %s: the reader of header text does', (_, pattern) => {
  const found = files.filter((file) => pattern.test(readFileSync(join(source, file), 'utf8')))
  expect(found).toEqual([])
})
