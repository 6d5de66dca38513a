import { describe, expect, it } from 'vitest'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createSentCodes } from './sent-codes.ts'

const number = '+905550000001'

function scene(entries: Record<string, string> = {}, options = {}) {
  const storage = createMemoryStorage(entries, options)
  const clock = { time: 1_000_000_000 }
  const open = () => createSentCodes(storage, () => clock.time)
  return { storage, clock, open }
}

describe('the wait for the next message', () => {
  it('the wait for the next message is a minute after the last one, in every tab (SM-11a)', () => {
    const { clock, open } = scene()
    const codes = open()
    expect(codes.nextAt(number)).toBe(0)
    codes.add(number)
    expect(open().nextAt(number)).toBe(clock.time + 60_000)
    clock.time += 70_000
    codes.add(number)
    expect(open().nextAt(number)).toBe(clock.time + 60_000)
  })

  it('the wait for the next message is only for that number', () => {
    const { open } = scene()
    open().add(number)
    expect(open().nextAt('+905550000002')).toBe(0)
  })

  it('after five messages, the wait is an hour from the first', () => {
    const { clock, open } = scene()
    const start = clock.time
    for (let sent = 0; sent < 5; sent += 1) {
      open().add(number)
      clock.time += 60_000
    }
    expect(open().nextAt(number)).toBe(start + 3_600_000)
  })

  it('the browser stores no phone number', () => {
    const { storage, open } = scene()
    open().add(number)
    expect([...storage.entries.values()].join('')).not.toContain('555')
  })

  it('the wait for the next message is kept in the page if storage is blocked', () => {
    const { clock, open } = scene({}, { isBlocked: true })
    const codes = open()
    codes.add(number)
    expect(codes.nextAt(number)).toBe(clock.time + 60_000)
  })

  it.each(['undefined', '{', 'null', '[1]', '{"a":"b"}', '7'])(
    'there is no wait for the next message if %s is stored (ST-05a)',
    (text) => {
      expect(scene({ 'foyer:codes-sent': text }).open().nextAt(number)).toBe(0)
    },
  )

  it('the wait for the next message ends if the clock was set back', () => {
    const { clock, open } = scene()
    open().add(number)
    clock.time -= 86_400_000
    expect(open().nextAt(number)).toBe(0)
  })
})
