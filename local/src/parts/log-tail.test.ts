import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createLogTail, withoutPhoneNumbers } from './log-tail.ts'

describe('the log of a part', () => {
  it('the log of a part has whole lines, even if they arrive in pieces', async () => {
    const log = new PassThrough()
    const tail = createLogTail(log)
    for (const chunk of ['fir', 'st\nsec', 'ond\nlast']) tail.write(Buffer.from(chunk))
    expect(tail.end()).toBe('first\nsecond\nlast')
    expect(await text(log)).toBe('first\nsecond\nlast\n')
  })

  it('the log of a part returns only its last lines', () => {
    const tail = createLogTail(new PassThrough())
    for (let line = 1; line <= 40; line += 1) tail.write(Buffer.from(`line ${line}\n`))
    const lines = tail.end().split('\n')
    expect(lines).toHaveLength(15)
    expect(lines.at(-1)).toBe('line 40')
  })

  it('the log of a part contains neither phone numbers nor codes', () => {
    expect(
      withoutPhoneNumbers('i  To verify the phone number +905550000001, use the code 452238.'),
    ).toBe('i  To verify the phone number +…, use the code ….')
  })
})
