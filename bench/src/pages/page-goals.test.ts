import { expect, it } from 'vitest'
import { isMet } from '../report/outcome.ts'
import type { PageFigures, SignInFigures } from './page-figures.ts'
import { pageGoals } from './page-goals.ts'

const flat = (value: number) => ({ median: value, min: value, max: value })

/** Every time is one second, except the figures given for Foyer. */
function figuresWith(foyer: Partial<SignInFigures>, redirect = 350): PageFigures {
  const second = flat(1000)
  const ordinary: SignInFigures = {
    firstPaint: second,
    button: second,
    provider: second,
    bytes: second,
    scriptBytes: flat(180_000),
    requests: second,
    longTaskMs: second,
    layoutShift: flat(0),
    heapBytes: second,
    thirdParties: ['https://www.googleapis.com'],
  }
  return {
    signIn: (subject) => (subject === 'foyer' ? { ...ordinary, ...foyer } : ordinary),
    returning: (subject) => ({
      redirect: flat(subject === 'foyer' ? redirect : 1000),
      chain: { steps: [], roundTrips: 0 },
    }),
  }
}

const fast: Partial<SignInFigures> = {
  firstPaint: flat(1150),
  button: flat(250),
  provider: flat(270),
  scriptBytes: flat(90_000),
  longTaskMs: flat(150),
}

it('a page exactly at its limits meets every goal', () => {
  expect(pageGoals(figuresWith(fast)).filter((goal) => !isMet(goal))).toEqual([])
})

it.each<[string, Partial<SignInFigures>, number, string[]]>([
  ['button', { button: flat(451) }, 350, ['0.25 × (a)', '0.36 × (a)', '0.45 × (a)']],
  ['first paint', { firstPaint: flat(1151) }, 350, ['1.15 × (c)']],
  ['way to the provider', { provider: flat(271) }, 350, ['0.27 × (a)']],
  ['script', { scriptBytes: flat(92_001) }, 350, ['92 KB', '0.5 × (a)']],
  ['long tasks', { longTaskMs: flat(151) }, 350, ['0.15 × (a)']],
  ['worst layout shift', { layoutShift: { median: 0, min: 0, max: 0.001 } }, 350, ['0 ']],
  ['third parties', { thirdParties: ['https://a.example', 'https://b.example'] }, 350, ['1 ']],
  ['returning user', {}, 501, ['0.35 × (a)', '0.5 × (b)']],
])('a slower %s misses its goals', (_what, worse, redirect, missed) => {
  const goals = pageGoals(figuresWith({ ...fast, ...worse }, redirect))
  const notMet = goals.filter((goal) => !isMet(goal))
  expect(notMet.map(({ limit, unit }) => `${limit} ${unit}`)).toEqual(missed)
})
