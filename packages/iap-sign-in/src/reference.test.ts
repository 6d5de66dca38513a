import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

it('the reference has a section for each name that the package exports: npm run reference --workspace packages/iap-sign-in', () => {
  const exported = [...read('index.ts').matchAll(/\{([^}]*)\}/g)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.replace(/^\s*(?:type\s+)?/, '').trim())
    .filter((name) => name !== '')
  const sections = [...read('../reference/api.md').matchAll(/^### (\w+)/gm)].map(([, name]) => name)
  expect(new Set(sections)).toEqual(new Set(exported))
})
