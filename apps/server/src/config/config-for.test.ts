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
