import { describe, expect, it } from 'vitest'
import { parseSettings } from '../settings.ts'
import { minimalEnvironment } from '../testing/environment-fixture.ts'

const mail = {
  FOYER_PROJECT_ID: 'demo-proj',
  FOYER_MAIL_URL: 'smtps://mail.example.com',
  FOYER_MAIL_FROM: 'no-reply@example.com',
}

function start(file: object, environment: Record<string, string> = mail) {
  const parsed = parseSettings(
    { ...minimalEnvironment, FOYER_CONFIG_FILE: 'config.json', ...environment },
    () => JSON.stringify(file),
  )
  return parsed.ok
    ? parsed.settings
    : parsed.errors.map(({ key, message }) => `${key.replace('FOYER_CONFIG_FILE ', '')} ${message}`)
}

const acme = { name: 'Acme', domains: ['acme.example', 'müller.example'] }
const tenants = { 'acme-1a2b3': acme }

describe('the domains of companies', () => {
  it('the domains are known to the server, and are no part of the config that the page gets (K5c)', () => {
    const settings = start({ listTenants: false, tenants })
    expect(settings).toMatchObject({ config: { listTenants: false }, discovery: { mode: 'code' } })
    if (Array.isArray(settings)) return
    expect(settings.config.tenants).toEqual({ 'acme-1a2b3': { name: 'Acme' } })
    expect(settings.discovery?.companyOf('a@acme.example')).toBe('acme-1a2b3')
    expect(settings.discovery?.companyOf('a@xn--mller-kva.example')).toBe('acme-1a2b3')
    expect(settings.discovery?.companyOf('a@other.example')).toBeNull()
  })

  it('without domains there is no discovery', () => {
    expect(start({ tenants: { 'acme-1a2b3': { name: 'Acme' } } })).toMatchObject({
      discovery: null,
    })
  })

  it.each<[object, string[]]>([
    [{ domains: 'acme.example' }, ['(tenants.acme-1a2b3.domains) must be a list of domains']],
    [
      { domains: ['*.acme.example', 'acme.example', 'a@b.example'] },
      [0, 2].map(
        (at) => `(tenants.acme-1a2b3.domains.${at}) must be a domain such as acme.example`,
      ),
    ],
    [{ domains: [''] }, ['(tenants.acme-1a2b3.domains.0) must be a domain such as acme.example']],
    [{ domain: [] }, ['(tenants.acme-1a2b3.domain) is not a known key: docs/deploy.md lists them']],
  ])('a tenant with %j stops the server', (change, errors) => {
    expect(start({ tenants: { 'acme-1a2b3': { name: 'Acme', ...change } } })).toEqual(errors)
  })

  it('a domain belongs to one tenant', () => {
    expect(
      start({ tenants: { ...tenants, 'beta-1a2b3': { name: 'Beta', domains: ['ACME.example'] } } }),
    ).toEqual([
      '(tenants.beta-1a2b3.domains) has acme.example, which acme-1a2b3 has too: a domain is of one tenant',
    ])
  })

  it('companies that are not listed need domains, by which their users find them', () => {
    const without = { listTenants: false, tenants: { 'acme-1a2b3': { name: 'Acme' } } }
    const error = '(listTenants) needs tenants with domains, by which users find them'
    expect(start(without)).toEqual([error])
    expect(start({ listTenants: false })).toEqual([error])
    const discovery = '(discovery) needs tenants with domains, by which users find them'
    expect(start({ discovery: 'direct' })).toEqual([discovery])
    expect(start({ ...without, discovery: 'code' })).toEqual([error, discovery])
  })

  it('discovery needs a mail server and a project, and direct discovery only a project', () => {
    const project = { FOYER_PROJECT_ID: 'demo-proj' }
    expect(start({ tenants }, project)).toEqual(['FOYER_MAIL_URL is needed by domains'])
    expect(start({ tenants, discovery: 'direct' }, project)).toMatchObject({
      discovery: { mode: 'direct' },
    })
    expect(start({ tenants, discovery: 'direct' }, {})).toEqual([
      'FOYER_PROJECT_ID is needed by domains',
    ])
    expect(start({ tenants, discovery: 'fast' })).toEqual(['(discovery) must be code or direct'])
  })
})
