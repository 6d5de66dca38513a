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
  const both = createConfigFor({ ...general, tenants: { acme, _12345 } })
  expect(both(['acme', '_12345'])).toMatchObject({ selfRegistration: true })
  expect(both(['acme', '_12345']).tenants).toEqual({
    acme: { ...acme, selfRegistration: false },
    _12345,
  })
  expect(createConfigFor({ ...general, tenants: { acme } })(['acme']).tenants).toEqual({ acme })

  const all = createConfigFor(general)
  expect(all(['acme']).selfRegistration).toBeUndefined()
  for (const tids of [[], ['_'], ['_12345'], ['acme', '_12345']])
    expect(all(tids).selfRegistration).toBe(true)
})
