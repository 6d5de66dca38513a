import { expect, it } from 'vitest'
import { partEnvironment } from './environment.ts'

it('a part gets the machine’s environment without the settings of other projects', () => {
  const shell = {
    PATH: '/bin',
    FOYER_MODE: 'production',
    GATE_PORT: '1',
    FIREBASE_TOKEN: 'secret',
    GOOGLE_APPLICATION_CREDENTIALS: '/key.json',
    GCLOUD_PROJECT: 'live',
    DATABASE_URL: 'postgres://live',
  }
  expect(partEnvironment(shell, { FOYER_MODE: 'local' })).toEqual({
    PATH: '/bin',
    FOYER_MODE: 'local',
  })
})
