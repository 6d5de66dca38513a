import { TOTP, Secret } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { createTotpFactors, matches, newSecret } from './totp-factors.ts'

const interval = 30_000

function setUp() {
  let time = 1_800_000_000_000
  const secret = newSecret()
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const factors = createTotpFactors(() => time)
  factors.add('f', 'onur@example.com', secret)
  return {
    factors,
    secret,
    codeAt: (intervals: number) => totp.generate({ timestamp: time + intervals * interval }),
    wait: (intervals: number) => (time += intervals * interval),
    now: () => time,
  }
}

describe('the factors of authenticator apps', () => {
  it.each([-1, 0, 1])('accept the code of the interval %s', (intervals) => {
    const { factors, codeAt } = setUp()
    expect(factors.accept('f', codeAt(intervals))).toBe(true)
  })

  it.each([-2, 2])('refuse the code of the interval %s', (intervals) => {
    const { factors, codeAt } = setUp()
    expect(factors.accept('f', codeAt(intervals))).toBe(false)
  })

  it('accept a code once, and no earlier one after it', () => {
    const { factors, codeAt, wait } = setUp()
    expect(factors.accept('f', codeAt(0))).toBe(true)
    expect(factors.accept('f', codeAt(0))).toBe(false)
    expect(factors.accept('f', codeAt(-1))).toBe(false)
    wait(1)
    expect(factors.accept('f', codeAt(0))).toBe(true)
  })

  it('refuse codes for other factors', () => {
    const { factors, codeAt } = setUp()
    expect(factors.accept('g', codeAt(0))).toBe(false)
  })

  it('are listed with their secret and current code', () => {
    const { factors, secret, codeAt } = setUp()
    expect(factors.list()).toEqual([{ account: 'onur@example.com', secret, code: codeAt(0) }])
  })

  it('a secret that is being enrolled has its own codes', () => {
    const { secret, codeAt, now } = setUp()
    expect(matches(secret, codeAt(0), now())).toBe(true)
    expect(matches(newSecret(), codeAt(0), now())).toBe(false)
  })
})
