import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createLogTail, withoutPhoneNumbers } from './log-tail.ts'

describe('the log of a part', () => {
  it('holds whole lines, however they arrive', async () => {
    const log = new PassThrough()
    const tail = createLogTail(log)
    for (const chunk of ['fir', 'st\nsec', 'ond\nlast']) tail.take(Buffer.from(chunk))
    expect(tail.end()).toBe('first\nsecond\nlast')
    expect(await text(log)).toBe('first\nsecond\nlast\n')
  })

  it('gives back the last lines only', () => {
    const tail = createLogTail(new PassThrough())
    for (let line = 1; line <= 40; line += 1) tail.take(Buffer.from(`line ${line}\n`))
    const lines = tail.end().split('\n')
    expect(lines).toHaveLength(15)
    expect(lines.at(-1)).toBe('line 40')
  })

  it('shows neither phone numbers nor codes', () => {
    expect(
      withoutPhoneNumbers('i  To verify the phone number +905550000001, use the code 452238.'),
    ).toBe('i  To verify the phone number +…, use the code ….')
  })
})
