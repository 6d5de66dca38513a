import type { Config } from '@foyer/contract/config'
import { expect, it } from 'vitest'
import { createSettings } from '../testing/settings-fixture.ts'
import { createConfigFor } from './config-for.ts'

it('where companies are not listed, a request that names several gets none (K5c)', () => {
  const tenants = { acme: { name: 'Acme' }, globex: { name: 'Globex' }, _12345: { name: 'All' } }
  const configFor = createConfigFor({ ...createSettings().config, listTenants: false, tenants })
  expect(configFor(['acme']).tenants).toEqual({ acme: tenants.acme })
  expect(configFor(['_']).tenants).toEqual({ _12345: tenants._12345 })
  expect(configFor(['acme', 'globex']).tenants).toEqual({})
  expect(configFor(['acme', 'initech']).tenants).toEqual({})
})

it('registration is offered only where its accounts can sign in', () => {
  const general = { ...createSettings().config, selfRegistration: true }
  const [acme, _12345] = [{ name: 'Acme' }, { name: 'All' }]
  const isOffered = (tenants: Config['tenants'], tids: string[]) =>
    createConfigFor({ ...general, ...(tenants && { tenants }) })(tids).selfRegistration === true

  for (const tids of [[], ['_'], ['_12345'], ['unknown']])
    expect(isOffered({ acme, _12345 }, tids)).toBe(true)
  for (const tids of [['acme'], ['acme', '_12345']])
    expect(isOffered({ acme, _12345 }, tids)).toBe(false)
  expect(isOffered({ acme }, ['acme'])).toBe(true)
  expect(isOffered(undefined, ['acme'])).toBe(false)
  expect(isOffered(undefined, ['_'])).toBe(true)
  expect(isOffered(undefined, ['_12345'])).toBe(true)
})
