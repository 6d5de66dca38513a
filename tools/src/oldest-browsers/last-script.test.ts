import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'acorn'
import { expect, it } from 'vitest'
import { oldestBrowsers } from '../../../apps/login/build/oldest-browsers.ts'

const root = join(import.meta.dirname, '../../..')
const html = readFileSync(join(root, 'apps/login/index.html'), 'utf8')

it('the last script of the page is ECMAScript 5, for browsers that can read no other', () => {
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)]
  expect(scripts).toHaveLength(1)
  const { body } = parse(scripts[0]?.[1] ?? '', { ecmaVersion: 5 })
  expect(body.length).toBeGreaterThan(0)
})

it('the documents name the oldest browsers that the build compiles for', () => {
  const versions = Object.fromEntries(oldestBrowsers.map(({ name, version }) => [name, version]))
  const { chrome, edge, firefox, safari, ios_saf: ios, samsung } = versions
  expect([edge, ios]).toEqual([chrome, safari])
  const named = `The page supports Chrome and Edge from ${chrome}, Firefox from ${firefox}, Safari and iOS from ${safari}, and Samsung Internet from ${samsung}.`
  const read = (file: string) => readFileSync(join(root, file), 'utf8').replaceAll(/\s+/g, ' ')
  expect(read('docs/deploy.md')).toContain(named)
  expect(read('README.md')).toContain(
    `Chrome or Edge ${chrome}, Firefox ${firefox}, Safari ${safari}, or newer`,
  )
})
