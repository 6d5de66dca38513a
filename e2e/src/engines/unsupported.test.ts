import { readFileSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { unsupported } from './unsupported.ts'

it('each flow that an engine leaves out is a test in e2e/src/flows, and has a reason', () => {
  const folder = new URL('../flows/', import.meta.url)
  const specs = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
  expect(specs).not.toEqual([])
  for (const { test, reason } of unsupported) {
    expect(specs.filter((spec) => spec.includes(`test('${test}',`))).toHaveLength(1)
    expect(reason).toMatch(/\S/)
  }
})
