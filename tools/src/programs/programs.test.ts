import { expect, it } from 'vitest'
import { installPrograms } from './programs.ts'

const quiet = { step: <Result>(_name: string, work: () => Promise<Result>) => work() }

function known(installed: Set<string>) {
  return ['one', 'other'].map((command) => ({
    name: command.toUpperCase(),
    command,
    isHere: () => installed.has(command),
  }))
}

it('the programs that are missing are installed together, and no others', async () => {
  const installed = new Set<string>()
  const tried: string[][] = []
  const install = async (packages: readonly string[]) => {
    tried.push([...packages])
    for (const name of packages) installed.add(name)
  }
  expect(await installPrograms(quiet, known(installed), install)).toEqual([])
  expect(await installPrograms(quiet, known(installed), install)).toEqual([])
  expect(tried).toEqual([['one', 'other']])
})

it('a program that cannot be installed is reported with the command to install it', async () => {
  const errors = await installPrograms(quiet, known(new Set(['one'])), async () => {})
  expect(errors).toEqual([
    expect.stringMatching(/^There is no OTHER on this machine.* apt-get install .* other$/),
  ])
})
