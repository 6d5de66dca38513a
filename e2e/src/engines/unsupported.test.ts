import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { leftOut, titlesWithoutTest } from './unsupported.ts'

const folder = new URL('../flows/', import.meta.url)
const specs = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))

describe('the table of what engines do not run', () => {
  it('each flow in the table of what engines do not run is a test in e2e/src/flows', () => {
    expect(titlesWithoutTest(leftOut, specs)).toEqual([])
  })

  it('a flow in that table that was renamed is found', () => {
    const spec = "test('a user signs in (C1)', async ({ page }) => {})"
    const entries = [{ test: 'a user signs in (C1)' }, { test: 'a user signs in' }]
    expect(titlesWithoutTest(entries, [spec])).toEqual(['a user signs in'])
    expect(titlesWithoutTest([{ test: 'a flow that is gone' }], specs)).not.toEqual([])
  })
})
