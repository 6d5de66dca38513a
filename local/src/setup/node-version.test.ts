import { expect, it } from 'vitest'
import { nodeVersionError, testedMajors } from './node-version.mjs'

it.each(['20.19.0', '20.20.2', '22.12.0', '22.23.5', '24.0.0', '26.1.0'])(
  'Foyer starts with Node %s',
  (version) => {
    expect(nodeVersionError(version)).toBeNull()
  },
)

it.each(['16.20.2', '20.18.3', '21.7.0', '22.11.0', '23.11.0'])(
  'Foyer refuses to start with Node %s, and says which version to install',
  (version) => {
    expect(nodeVersionError(version)).toBe(
      `Foyer needs Node ^20.19 || ^22.12 || >=24.0, and this is Node ${version}. Install a supported version from https://nodejs.org and start again.`,
    )
  },
)

it('the tests run on the first major version of each part of the supported range', () => {
  expect(testedMajors).toEqual([20, 22, 24])
})
