import { expect, it } from 'vitest'
import { createJudge } from './judge.ts'

const failed = (from: number, to: number) => ({ what: 'a page', reason: '503', from, to })

it.each([
  ['that ended before the kill', 100, 999, false],
  ['that was sent before and failed after it', 900, 1100, true],
  ['that was sent while the process ended', 1050, 1060, true],
  ['that was sent after its end', 1201, 1300, false],
])(
  'a failed request %s is a violation unless it was in flight at a kill',
  (_what, from, to, isLost) => {
    const judge = createJudge()
    judge.failed(failed(from, to))
    judge.killed({ name: 'gate 1', from: 1000, to: 1200 })
    const { lost, violations } = judge.verdict()
    expect([lost.length, violations.length]).toEqual(isLost ? [1, 0] : [0, 1])
  },
)

it('the same violation many times is one line', () => {
  const judge = createJudge()
  for (let time = 0; time < 3; time += 1) judge.failed(failed(time, time))
  judge.violation('a session was lost')
  expect(judge.verdict().violations).toEqual([
    'a session was lost',
    'a request failed: a page: 503 (3 times)',
  ])
})

it('counts are added up, and of times the longest is kept', () => {
  const judge = createJudge()
  judge.count('sign-ins')
  judge.count('sign-ins', 2)
  judge.longest('ms', 20.4)
  judge.longest('ms', 7)
  expect([...judge.verdict().counts]).toEqual([
    ['sign-ins', 3],
    ['ms', 20],
  ])
})
