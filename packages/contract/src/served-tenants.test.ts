import { describe, expect, it } from 'vitest'
import { servesTenant, servesTid } from './served-tenants.ts'

const acme = { 'acme-1a2b3': {} }
const project = { _123456789012: {} }

describe('a deployment', () => {
  it.each([
    ['a deployment without a list serves a tenant', undefined, 'acme-1a2b3', true],
    ['a deployment without a list serves the project itself', undefined, null, true],
    ['a deployment that lists a tenant serves it', acme, 'acme-1a2b3', true],
    ['a deployment that lists one tenant does not serve another', acme, 'globex-4c5d6', false],
    ['a deployment that lists tenants alone does not serve the project itself', acme, null, false],
    ['a deployment that lists nothing does not serve the project itself', {}, null, false],
    ['a deployment that lists the project serves it', { ...acme, ...project }, null, true],
    [
      'a deployment that lists the project alone does not serve a tenant',
      project,
      'acme-1a2b3',
      false,
    ],
    ['a deployment does not take an inherited name for a tenant', acme, 'constructor', false],
  ])('%s', (_what, tenants, tenantId, isServed) => {
    expect(servesTenant(tenants, tenantId)).toBe(isServed)
  })

  it.each([
    ['of the project', '_123456789012', true],
    ['of another project', '_999999999999', false],
    ['of a tenant that is not listed', 'acme-1a2b3', false],
  ])('a deployment that lists the project compares the text of tid %s', (_what, tid, isServed) => {
    expect(servesTid(project, tid)).toBe(isServed)
  })
})
