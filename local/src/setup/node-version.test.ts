import { expect, it } from 'vitest'
import { nodeVersionError } from './node-version.mjs'

it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0'])('Node %s is accepted', (version) => {
  expect(nodeVersionError(version)).toBeNull()
})

it.each(['16.20.2', '18.20.0', '20.18.3'])(
  'Node %s is refused with a message that says what to do',
  (version) => {
    expect(nodeVersionError(version)).toBe(
      `Foyer needs Node 20.19 or newer; this is Node ${version}. Install a current one from https://nodejs.org and start again.`,
    )
  },
)
