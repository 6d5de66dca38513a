import { describe, expect, it } from 'vitest'
import { parseOptions } from './options.ts'

describe('the options of the bench', () => {
  it('the bench has default options for the tables in the document', () => {
    expect(parseOptions([], '/folder')).toMatchObject({
      parts: ['pages', 'gate'],
      rounds: 7,
      json: null,
      write: false,
      build: true,
    })
  })

  it('the bench options name one part', () => {
    expect(parseOptions(['--only', 'service'], '/folder').parts).toEqual(['service'])
  })

  it('the bench options resolve file names against the folder of the caller', () => {
    const { json, pictures } = parseOptions(['--json', 'a.json', '--pictures', '/b'], '/folder')
    expect({ json, pictures }).toEqual({ json: '/folder/a.json', pictures: '/b' })
  })

  it.each([
    [['--only', 'page'], '--only takes pages, gate, service, scale, not page.'],
    [['--rounds', '0'], '--rounds takes a whole number from 1, not 0.'],
    [['--rounds', 'many'], '--rounds takes a whole number from 1, not many.'],
    [['--round', '3'], 'Unknown option'],
  ])('the bench options %o are refused', (args, message) => {
    expect(() => parseOptions(args, '/folder')).toThrow(message)
  })
})
