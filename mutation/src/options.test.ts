import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseOptions } from './options.ts'

const root = resolve(import.meta.dirname, '../..')

describe('the options of the mutation tests', () => {
  it('a folder is mutated as a whole, with two processes and the results of earlier runs', () => {
    expect(parseOptions(['apps/gate/'], root)).toEqual({
      folder: 'apps/gate',
      paths: ['apps/gate'],
      tests: ['apps/gate/src'],
      concurrency: 2,
      budget: 3_000,
      isFresh: false,
    })
  })

  it('folders and files of one app are mutated alone', () => {
    const paths = ['apps/gate/src/session', 'apps/gate/src/decide.ts']
    expect(parseOptions(paths, root)).toMatchObject({
      folder: 'apps/gate',
      paths,
    })
  })

  it('the tests of the whole app are run, or those of some of its folders', () => {
    const args = ['apps/server/src/welcome', '--tests', 'apps/server/src/welcome/']
    expect(parseOptions(args, root).tests).toEqual(['apps/server/src/welcome'])
  })

  it.each([
    [[], 'Name an app, a package'],
    [['tools'], 'Name an app, a package'],
    [['apps/gate', 'apps/server'], 'Name an app, a package'],
    [['apps/gates'], 'There is no apps/gates.'],
    [['apps/gate', '--tests', 'apps/gates'], 'There is no apps/gates.'],
    [['apps/gate', '--concurrency', '0'], '--concurrency takes a whole number from 1, not 0.'],
    [['apps/gate', '--budget', 'all'], '--budget takes a whole number from 1, not all.'],
    [['apps/gate', '--frsh'], 'Unknown option'],
  ])('the mutation options %o are refused', (args, message) => {
    expect(() => parseOptions(args, root)).toThrow(message)
  })
})
