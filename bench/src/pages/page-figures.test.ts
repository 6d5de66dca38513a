import { describe, expect, it } from 'vitest'
import { pageFigures } from './page-figures.ts'
import type { Measured } from './rounds.ts'
import type { ReturningVisit, SignInVisit } from './visit.ts'

function signIn(button: number, more: Partial<SignInVisit> = {}): Measured<SignInVisit> {
  return {
    subject: 'foyer',
    conditions: 'slow',
    cache: 'cold',
    visit: {
      firstPaint: 700,
      button,
      provider: button + 100,
      bytes: 1000,
      scriptBytes: 900,
      requests: 3,
      thirdParties: [],
      longTaskMs: 0,
      layoutShift: 0,
      heapBytes: 1e6,
      ...more,
    },
  }
}

function again(script: string, sentAt: number): Measured<ReturningVisit> {
  const exchange = {
    url: new URL(script, 'https://login.example.com'),
    type: 'Script',
    sentAt: 0,
    receivedAt: 10,
    bytes: 0,
    newConnection: false,
    fromCache: false,
    failed: null,
  }
  const redirect = { ...exchange, type: 'Document', sentAt, receivedAt: null }
  return {
    subject: 'foyer',
    conditions: 'slow',
    cache: 'cold',
    visit: { redirect, exchanges: [{ ...exchange, type: 'Fetch' }, redirect] },
  }
}

describe('the figures of a page', () => {
  it('the figures of a page are medians over the rounds of the same page, conditions and cache', () => {
    const others = [
      { ...signIn(1), subject: 'floor' as const },
      { ...signIn(2), conditions: 'unthrottled' as const },
      { ...signIn(3), cache: 'warm' as const },
    ]
    const figures = pageFigures([signIn(900), ...others, signIn(1100), signIn(1000)], [])
    const { button, provider } = figures.signIn('foyer', 'slow', 'cold')
    expect(button).toEqual({ median: 1000, min: 900, max: 1100 })
    expect(provider.median).toBe(1100)
  })

  it('the figures of a page count a third party that any round contacted', () => {
    const figures = pageFigures(
      [signIn(1), signIn(2, { thirdParties: ['https://fonts.example'] })],
      [],
    )
    expect(figures.signIn('foyer', 'slow', 'cold').thirdParties).toEqual(['https://fonts.example'])
  })

  it('the figures of a page without measurements are an error', () => {
    expect(() => pageFigures([], []).signIn('foyer', 'slow', 'cold')).toThrow(
      'Nothing was measured',
    )
  })

  it('the figures of a page have the chain of the round with the median time', () => {
    const rounds = [again('/slowest', 3000), again('/fastest', 1000), again('/middle', 2000)]
    const { redirect, chain } = pageFigures([], rounds).returning('foyer', 'cold')
    expect(redirect.median).toBe(2000)
    expect(chain.steps).toEqual(['/middle'])
  })
})
