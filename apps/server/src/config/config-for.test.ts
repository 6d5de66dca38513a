import { expect, it } from 'vitest'
import { createSettings } from '../testing/settings-fixture.ts'
import { createConfigFor } from './config-for.ts'

it('the config for one tenant takes the same time with ten and with a hundred thousand tenants', () => {
  const timeWith = (count: number) => {
    const ids = Array.from({ length: count }, (_each, index) => `tenant-${index}`)
    const tenants = Object.fromEntries(ids.map((id) => [id, { name: id }]))
    const configFor = createConfigFor({ ...createSettings().config, tenants })
    const times = Array.from({ length: 2000 }, () => {
      const startedAt = performance.now()
      configFor(['tenant-5'])
      return performance.now() - startedAt
    })
    return times.toSorted((one, other) => one - other)[1000] ?? NaN
  }
  const few = timeWith(10)
  // A search through the list would take a thousand times as long.
  expect(timeWith(100_000)).toBeLessThan(20 * few)
})

it('where companies are not listed, a request that names several gets none (K5c)', () => {
  const tenants = { acme: { name: 'Acme' }, globex: { name: 'Globex' }, _12345: { name: 'All' } }
  const configFor = createConfigFor({ ...createSettings().config, listTenants: false, tenants })
  expect(configFor(['acme']).tenants).toEqual({ acme: tenants.acme })
  expect(configFor(['_']).tenants).toEqual({ _12345: tenants._12345 })
  expect(configFor(['acme', 'globex']).tenants).toEqual({})
  expect(configFor(['acme', 'initech']).tenants).toEqual({})
})
