import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const sources = path.join(import.meta.dirname, '..')
const filesOf = (ending: RegExp) =>
  readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !/\.test\./.test(name))
    .map((name) => readFileSync(path.join(sources, name), 'utf8'))
    .join('\n')

it('each class of an element has a rule in the style sheets', () => {
  const styled = new Set(filesOf(/\.css$/).match(/(?<=\.)[a-z][a-z-]*(?=[^{}]*\{)/g))
  const names = [...filesOf(/\.tsx$/).matchAll(/className="([^"]+)"/g)].flatMap(([, list = '']) =>
    list.split(' '),
  )
  expect(names).toContain('form')
  expect(names.filter((name) => !styled.has(name))).toEqual([])
})
