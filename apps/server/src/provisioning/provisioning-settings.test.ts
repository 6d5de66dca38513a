import { describe, expect, it } from 'vitest'
import {
  invalidKeys,
  localEnvironment,
  minimalEnvironment,
} from '../testing/environment-fixture.ts'

const url = 'https://accounts.corp.example/foyer'
const key = Buffer.alloc(32, 1).toString('base64')

describe('provisioning', () => {
  it('provisioning is off by default', () => {
    expect(invalidKeys(minimalEnvironment)).toEqual([])
  })

  it.each([
    ['needs a key', { FOYER_PROVISIONING_URL: url }, 'FOYER_PROVISIONING_KEY'],
    ['needs a URL', { FOYER_PROVISIONING_KEY: key }, 'FOYER_PROVISIONING_URL'],
  ])('provisioning %s', (_name, environment, failure) => {
    expect(invalidKeys({ ...minimalEnvironment, ...environment })).toEqual([failure])
  })

  it.each([url, 'https://accounts.corp.example:8443/a?b=c', 'https://8.8.8.8/'])(
    'provisioning may call %s',
    (address) => {
      const environment = { FOYER_PROVISIONING_URL: address, FOYER_PROVISIONING_KEY: key }
      expect(invalidKeys({ ...minimalEnvironment, ...environment })).toEqual([])
    },
  )

  it.each([
    'http://accounts.corp.example/foyer',
    'http://localhost:4000/local/provisioning',
    'https://user:secret@accounts.corp.example/',
    'https://accounts.corp.example/#x',
    'https://10.0.0.1/',
    'https://169.254.169.254/computeMetadata/v1/',
    'https://[::1]/',
    'https://2130706433/',
    'ftp://accounts.corp.example/',
    'accounts.corp.example',
  ])('provisioning may not call %s', (address) => {
    const environment = { FOYER_PROVISIONING_URL: address, FOYER_PROVISIONING_KEY: key }
    expect(invalidKeys({ ...minimalEnvironment, ...environment })).toEqual([
      'FOYER_PROVISIONING_URL',
    ])
  })

  it('provisioning may call this machine in local mode', () => {
    const environment = {
      FOYER_PROVISIONING_URL: 'http://localhost:4000/local/provisioning',
      FOYER_PROVISIONING_KEY: key,
    }
    expect(invalidKeys({ ...localEnvironment, ...environment })).toEqual([])
  })

  it.each(['short', Buffer.alloc(31).toString('base64'), '?'.repeat(44)])(
    'provisioning refuses a key like %s',
    (weak) => {
      const environment = { FOYER_PROVISIONING_URL: url, FOYER_PROVISIONING_KEY: weak }
      expect(invalidKeys({ ...minimalEnvironment, ...environment })).toEqual([
        'FOYER_PROVISIONING_KEY',
      ])
    },
  )
})
