import { describe, expect, it } from 'vitest'
import { moveActive } from './move-active.ts'

const options = ['tr', 'en', 'de'] as const

describe('keys of a closed list', () => {
  it.each(['ArrowDown', 'ArrowUp', 'Enter', ' '])(
    'in a closed list, the key %j opens it at the selected option',
    (key) => {
      expect(moveActive(options, null, 'en', key)).toEqual({ active: 'en', choose: null })
    },
  )

  it.each(['Escape', 'Home', 'a', 'Shift'])('in a closed list, the key %j does nothing', (key) => {
    expect(moveActive(options, null, 'en', key)).toBeUndefined()
  })
})

describe('keys of an open list', () => {
  it.each([
    ['ArrowDown', 'tr', 'en'],
    ['ArrowDown', 'de', 'de'],
    ['ArrowUp', 'en', 'tr'],
    ['ArrowUp', 'tr', 'tr'],
    ['Home', 'de', 'tr'],
    ['End', 'tr', 'de'],
  ] as const)('in an open list, the key %s moves from %s to %s', (key, from, to) => {
    expect(moveActive(options, from, 'en', key)).toEqual({ active: to, choose: null })
  })

  it.each(['Enter', ' '])('in an open list, the key %j chooses the option', (key) => {
    expect(moveActive(options, 'de', 'en', key)).toEqual({ active: null, choose: 'de' })
  })

  it('in an open list, Escape closes it', () => {
    expect(moveActive(options, 'de', 'en', 'Escape')).toEqual({ active: null, choose: null })
  })
})
