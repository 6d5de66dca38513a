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

it.each([
  ['a company', ['acme'], false],
  ['the project', ['_12345'], true],
  ['the project and a company', ['acme', '_12345'], true],
  ['nobody', [], true],
  ['an unknown company', ['initech'], true],
])(
  'a request for %s is offered registration only if its accounts could sign in there',
  (_who, tids, isOffered) => {
    const tenants = { acme: { name: 'Acme' }, _12345: { name: 'All' } }
    const config = { ...createSettings().config, selfRegistration: true, tenants }
    expect(createConfigFor(config)(tids).selfRegistration).toBe(isOffered || undefined)
  },
)

it('registration is offered in the only company of a deployment, and without a list of companies not in a company', () => {
  const general = { ...createSettings().config, selfRegistration: true }
  const one = createConfigFor({ ...general, tenants: { acme: { name: 'Acme' } } })
  expect(one(['acme']).selfRegistration).toBe(true)
  const all = createConfigFor(general)
  expect(all(['acme']).selfRegistration).toBeUndefined()
  expect(all(['_12345']).selfRegistration).toBe(true)
  expect(all(['_']).selfRegistration).toBe(true)
})
