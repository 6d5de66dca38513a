import { expect, it } from 'vitest'
import { installEngines } from './engines.ts'
import type { Engine, Installation } from './engines.ts'

const quiet = { step: <Result>(_name: string, work: () => Promise<Result>) => work() }

function known(installed: Set<Engine>, installable: readonly Engine[], tried: Engine[] = []) {
  const installation = (engine: Engine): Installation => ({
    name: engine,
    isHere: () => installed.has(engine),
    async install() {
      tried.push(engine)
      if (!installable.includes(engine)) throw new Error('no such package')
      installed.add(engine)
    },
    advice: 'Run: install it',
  })
  return {
    chromium: installation('chromium'),
    firefox: installation('firefox'),
    webkit: installation('webkit'),
  }
}

it('the engines that are missing are installed, and no others', async () => {
  const tried: Engine[] = []
  const all = known(new Set(['chromium']), ['firefox'], tried)
  expect(await installEngines(['chromium', 'firefox'], quiet, all)).toEqual([])
  expect(tried).toEqual(['firefox'])
})

it('an engine that cannot be installed is reported with the command to install it', async () => {
  const all = known(new Set(['chromium']), [])
  expect(await installEngines(['chromium', 'webkit'], quiet, all)).toEqual([
    { engine: 'webkit', reason: 'There is no usable webkit on this machine. Run: install it' },
  ])
})
