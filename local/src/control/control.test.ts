import { describe, expect, it } from 'vitest'
import { LocalError } from '../settings/local-error.ts'
import type { Part, PartState } from '../parts/part.ts'
import { createControl } from './control.ts'

function inMemoryPart(name: string, { cannotStart = false } = {}): Part {
  let state: PartState = 'ready'
  const become = (next: PartState) => async () => {
    state = next
  }
  return {
    name,
    state: () => state,
    start: cannotStart
      ? () => Promise.reject(new LocalError('part-failed', 'The part has left.'))
      : become('ready'),
    stop: become('stopped'),
    kill: become('stopped'),
  }
}

describe('the control of the parts', () => {
  it('the control stops, kills and starts a part by name', async () => {
    const control = createControl([inMemoryPart('gate'), inMemoryPart('app')])
    expect(control.status().ready).toBe(true)
    for (const action of ['stop', 'kill']) {
      await control.act('gate/start')
      expect(await control.act(`gate/${action}`)).toEqual({
        status: 200,
        body: {
          ready: false,
          parts: [
            { name: 'gate', state: 'stopped' },
            { name: 'app', state: 'ready' },
          ],
        },
      })
    }
    await control.act('gate/start')
    expect(control.status().ready).toBe(true)
  })

  it('the control reports why a part does not start', async () => {
    const control = createControl([inMemoryPart('gate', { cannotStart: true })])
    expect(await control.act('gate/start')).toMatchObject({
      status: 500,
      body: { error: 'The part has left.' },
    })
  })

  it.each(['', 'gate', 'nobody/start', 'gate/restart', 'gate/start/now', 'gate/constructor'])(
    'the control refuses the command "%s"',
    async (wish) => {
      const control = createControl([inMemoryPart('gate')])
      expect((await control.act(wish)).status).toBe(404)
      expect(control.status().ready).toBe(true)
    },
  )
})
