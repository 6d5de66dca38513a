import { describe, expect, it } from 'vitest'
import {
  invalidKeys,
  localEnvironment,
  minimalEnvironment,
} from '../testing/environment-fixture.ts'

const standIns = {
  FOYER_GOOGLE_TOKENINFO_URL: 'http://localhost:4000/local/providers/google/tokeninfo',
  FOYER_GRAPH_URL: 'http://localhost:4000/local/providers/microsoft',
}

describe('provider settings', () => {
  it('stand-ins for the providers are accepted in local mode', () => {
    expect(invalidKeys({ ...localEnvironment, ...standIns })).toEqual([])
  })

  it('stand-ins for the providers are refused in production', () => {
    expect(invalidKeys({ ...minimalEnvironment, ...standIns })).toEqual(Object.keys(standIns))
  })

  it('stand-ins for the providers must be on localhost', () => {
    const elsewhere = { FOYER_GRAPH_URL: 'http://localhost.evil.test/v1.0' }
    expect(invalidKeys({ ...localEnvironment, ...elsewhere })).toEqual(['FOYER_GRAPH_URL'])
  })

  it.each([
    ['FOYER_GOOGLE_CLIENT_IDS', '123-abc.apps.googleusercontent.com,evil.example'],
    ['FOYER_MICROSOFT_CLIENT_IDS', '*'],
    ['FOYER_MICROSOFT_DIRECTORIES', 'common'],
    ['FOYER_MICROSOFT_DIRECTORIES', '9188040d-6c67-4c5b-b112-36a304b66dad'],
  ])('the provider setting %s=%s is refused', (key, value) => {
    expect(invalidKeys({ ...minimalEnvironment, [key]: value })).toEqual([key])
  })
})
