import { expect, it } from 'vitest'
import type { AllowedUse } from './allowed-uses.ts'
import { checkScripts } from './check-scripts.ts'
import { compatData } from './compat-data.ts'
import { createFindLacking } from './compatibility.ts'

const oldest = [
  { name: 'chrome', version: '109' },
  { name: 'firefox', version: '115' },
  { name: 'safari', version: '16.4' },
]

function errorsIn(code: string, allowed: readonly AllowedUse[] = []): Promise<string[]> {
  return checkScripts([{ name: 'assets/flow.js', code }], {
    findLacking: createFindLacking(compatData, oldest),
    allowed,
    target: ['chrome109', 'firefox115', 'safari16.4'],
  })
}

it.each([
  ['a static method', 'URL.canParse(text)', 'api.URL.canParse_static', 'chrome 109, safari 16.4'],
  ['a static method of window.URL', 'window.URL.canParse(text)', 'api.URL.canParse_static', ''],
  ['a static method under another name', 'const U = URL; U.canParse(text)', 'canParse_static', ''],
  ['a method of an array', 'list.toSorted()', 'javascript.builtins.Array.toSorted', 'chrome 109'],
  ['a method taken out of an object', 'const { toSorted } = list', 'Array.toSorted', ''],
  ['a global function', 'scheduler.yield()', 'api.scheduler', 'safari 16.4'],
  ['a constructor', 'new URLPattern({})', 'api.URLPattern', 'firefox 115'],
  [
    'a property of a known object',
    'navigator.userAgentData.mobile',
    'userAgentData',
    'firefox 115',
  ],
  ['an event', "view.addEventListener('scrollend', hear)", 'scrollend_event', 'chrome 109'],
])('the check finds %s that a supported browser lacks', async (_what, code, feature, browsers) => {
  const [error = ''] = await errorsIn(code)
  expect(error).toContain('assets/flow.js uses ')
  expect(error).toContain(feature)
  expect(error).toContain(browsers)
})

it.each([
  ['an API that all supported browsers have', 'navigator.locks.request(name, run); list.at(-1)'],
  ['a test of its type', "typeof URLPattern === 'function'"],
  ['an optional call', 'URL.canParse?.(text)'],
  ['a local variable of the same name', 'const URLPattern = read(); URLPattern.test(text)'],
  ['a name that is no API', 'flow.signInAgain()'],
])('the check accepts %s', async (_what, code) => {
  expect(await errorsIn(code)).toEqual([])
})

it('the check accepts a use with a reason, in the script that the reason names', async () => {
  const use = { feature: 'api.URL.canParse_static', reason: 'It is tested first.' }
  const code = 'URL.canParse(text)'
  expect(await errorsIn(code, [{ ...use, script: 'assets/flow.js' }])).toEqual([])
  expect(await errorsIn(code, [{ ...use, script: 'assets/phone-part.js' }])).toHaveLength(2)
})

it('the check reports a reason for a use that is gone', async () => {
  const use = { feature: 'api.URL.canParse_static', script: 'assets/flow.js', reason: 'gone' }
  expect(await errorsIn('run()', [use])).toEqual([
    'assets/flow.js no longer uses api.URL.canParse_static: remove it from allowed-uses.ts.',
  ])
})

it.each([
  ['a set operation in a pattern', String.raw`const letters = /[\p{L}--[a-z]]/v`],
  ['a declaration with using', 'using file = open()'],
])('the check finds syntax that a supported browser cannot read: %s', async (_what, code) => {
  expect(await errorsIn(code)).toEqual([expect.stringContaining('has newer syntax')])
})

it('the check accepts syntax that all supported browsers can read', async () => {
  const code = String.raw`class A { #x = 1; static { run(/(?<=a)\p{L}/u) } has = (o) => #x in o && (o.y ??= 1) }`
  expect(await errorsIn(code)).toEqual([])
})
