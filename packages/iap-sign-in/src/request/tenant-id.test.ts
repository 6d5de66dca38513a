import { expect, it } from 'vitest'
import { isProjectNumber, isProjectTid, isTenantId, isTid, tenantIdOf } from './tenant-id.ts'

it.each(['a', 'Acme-x1y2z', 'a-', `a${'b'.repeat(62)}`])('the text %s is a tenant id', (text) => {
  expect([isTenantId(text), isTid(text), isProjectTid(text), tenantIdOf(text)]).toEqual([
    true,
    true,
    false,
    text,
  ])
})

it.each(['', '1acme', '-acme', 'acme!', '!acme', 'ac me', 'acme\n', `a${'b'.repeat(63)}`])(
  'the text %j is neither a tenant id nor a tid',
  (text) => {
    expect([isTenantId(text), isTid(text)]).toEqual([false, false])
  },
)

it.each(['_1', `_${'9'.repeat(20)}`])('the tid %s is that of the project itself', (tid) => {
  expect([isTid(tid), isProjectTid(tid), tenantIdOf(tid)]).toEqual([true, true, null])
})

it.each(['1', '123', '_', '_1a', '_a1', `_${'9'.repeat(21)}`])('the text %s is no tid', (text) => {
  expect([isTid(text), isProjectTid(text)]).toEqual([false, false])
})

it.each([
  ['1', true],
  ['9'.repeat(20), true],
  ['9'.repeat(21), false],
  ['1a', false],
  ['a1', false],
  ['', false],
])('the text %j is a project number: %s', (text, isNumber) => {
  expect(isProjectNumber(text)).toBe(isNumber)
})
