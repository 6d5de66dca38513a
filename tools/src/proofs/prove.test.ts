import type { Row } from '@foyer/claims'
import { describe, expect, it } from 'vitest'
import { claimIdsIn } from './claim-ids.ts'
import { prove } from './prove.ts'
import type { RunTest } from './run-test.ts'

const test = (title: string, changes: Partial<RunTest> = {}): RunTest => ({
  file: 'a/x.test.ts',
  groups: [],
  title,
  status: 'passed',
  ...changes,
})
const rows: Row[] = [
  { id: 'C5', statement: 'It exchanges.' },
  {
    id: 'PH-02',
    statement: 'Autofill.',
    claims: [
      { id: 'PH-02a', statement: 'A local number.' },
      { id: 'PH-02b', statement: 'A foreign number.' },
    ],
  },
]
const proven = ['it exchanges (C5)', 'local (PH-02a)', 'foreign (PH-02b)'].map((title) =>
  test(title),
)
const errorsWith = (...tests: RunTest[]) => prove(rows, tests).errors
const without = (title: string) => proven.filter((test) => test.title !== title)

describe('the ids in a title', () => {
  it.each([
    ['it exchanges (C5)', ['C5']],
    ['two at once (SM-01, SM-02b)', ['SM-01', 'SM-02b']],
    ["of a table, which Vitest quotes ('PH-02a')", ['PH-02a']],
    ['the words of both languages (I)', ['I']],
    ['a hostile input beside a claim (D4, hostile-R12)', ['D4']],
    ['a hostile input that looks like a claim (hostile-C10)', []],
    ['a remark (nothing more)', []],
    ['an id in a remark (as C5 says)', []],
    ['in the middle (C5) of a title', []],
    ['C5 without parentheses', []],
    ['too many digits (C123)', []],
  ])('the title %j names the claims %j', (title, ids) => {
    expect(claimIdsIn(title)).toEqual(ids)
  })
})

describe('the claims of the tables', () => {
  it('claims are proven if each is named by a test that passed', () => {
    const { tests, errors } = prove(rows, proven)
    expect(errors).toEqual([])
    expect(tests.get('PH-02a')).toEqual([test('local (PH-02a)')])
  })

  it('a test that was skipped proves no claim', () => {
    expect(
      errorsWith(...without('it exchanges (C5)'), test('later (C5)', { status: 'skipped' })),
    ).toEqual(['C5 is only proven by a test that was skipped: a/x.test.ts: "later (C5)".'])
  })

  it('a test that failed proves no claim', () => {
    expect(
      errorsWith(...without('it exchanges (C5)'), test('broken (C5)', { status: 'failed' })),
    ).toEqual(['C5 has no test that passed.'])
  })

  it('an empty table of inputs, which runs no test, proves no claim', () => {
    expect(errorsWith(...without('foreign (PH-02b)'))).toEqual(['PH-02b has no test that passed.'])
  })

  it('a title with the id of a whole row is an error', () => {
    expect(errorsWith(...without('foreign (PH-02b)'), test('all (PH-02)'))).toEqual([
      'a/x.test.ts: "all (PH-02)" names PH-02, which is no claim.',
      'PH-02b has no test that passed.',
    ])
  })

  it('a title with an unknown id is an error', () => {
    expect(errorsWith(...proven, test('strange (ZZ-99)'))).toEqual([
      'a/x.test.ts: "strange (ZZ-99)" names ZZ-99, which is no claim.',
    ])
  })

  it('a title with more than two claims is an error', () => {
    expect(errorsWith(test('everything (C5, PH-02a, PH-02b)'))).toEqual([
      'a/x.test.ts: "everything (C5, PH-02a, PH-02b)" names 3 claims: at most 2 fit one test.',
      'C5 has no test that passed.',
      'PH-02a has no test that passed.',
      'PH-02b has no test that passed.',
    ])
  })

  it('claims in the title of a group are an error', () => {
    const grouped = test('it exchanges', { groups: ['sign-in (C5)', 'inner'] })
    expect(errorsWith(...without('it exchanges (C5)'), grouped)).toEqual([
      'a/x.test.ts: the group "sign-in (C5)" names claims: name them in its tests.',
      'C5 has no test that passed.',
    ])
  })

  it('a claim may name an existing requirement that overrules it', () => {
    const decided = { id: 'UR-17', statement: 'A long state.' }
    const by = (id: string) => [{ ...decided, decidedOtherwise: { by: id, why: 'It is bounded.' } }]
    expect(prove([...rows, ...by('C5')], proven).errors).toEqual([])
    expect(prove([...rows, ...by('Q1')], proven).errors).toEqual([
      'UR-17 is decided otherwise by a requirement that is not there.',
    ])
  })

  it('a claim that is both overruled and proven is an error', () => {
    const row = { id: 'UR-17', statement: 'A long state.', doesNotApply: 'There is none.' }
    expect(prove([...rows, row], [...proven, test('long (UR-17)')]).errors).toEqual([
      'UR-17 has a verdict, and a test that claims to prove it.',
    ])
  })

  it('a claim that is listed twice or in the row of another id is an error', () => {
    const claims = [
      { id: 'C5', statement: 'Again.' },
      { id: 'F1a', statement: 'Lost.' },
    ]
    expect(prove([...rows, { id: 'F1', statement: 'The config.', claims }], proven).errors).toEqual(
      ['C5 is there twice.', 'C5 is in the row of another id.', 'F1a has no test that passed.'],
    )
  })
})
