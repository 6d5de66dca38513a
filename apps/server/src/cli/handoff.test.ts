import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startAnsweringServer, type AnsweringServer } from '@foyer/test-services/answering-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createProjectAdmin, type ProjectAdmin } from '../identity/project-admin.ts'
import { minimalEnvironment } from '../testing/environment-fixture.ts'
import { createHandoffCommand } from './handoff-command.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'foyer-handoff-'))
const configFile = path.join(folder, 'config.json')
const credential = { getAccessToken: async () => ({ access_token: 'x', expires_in: 3600 }) }

let google: AnsweringServer
let admin: ProjectAdmin | null

beforeAll(async () => {
  google = await startAnsweringServer()
  const label = { en: 'Acme', tr: 'Acme' }
  writeFileSync(
    configFile,
    JSON.stringify({
      branding: { productName: 'Example' },
      help: { contact: 'help@example.com' },
      tenants: {
        'acme-1a2b3': {
          name: 'Acme',
          methods: [
            { provider: 'saml.acme', label },
            { provider: 'oidc.acme', label, scopes: ['groups'] },
            'google.com',
            'microsoft.com',
            'github.com',
          ],
        },
        'globex-4c5d6': { name: 'Globex', methods: ['phone'] },
        'globex-7x8y9': { name: 'Globex Two', methods: ['phone'] },
      },
    }),
  )
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await google.close()
})
beforeEach(() => {
  admin = createProjectAdmin({ projectId: 'demo-proj', apiUrl: google.origin, credential })
  google.answers.clear()
  const tenant = '/v2/projects/demo-proj/tenants/acme-1a2b3'
  const body = { spConfig: { spEntityId: 'foyer-acme' } }
  google.answers.set(`${tenant}/inboundSamlConfigs/saml.acme`, { body })
  google.answers.set(`${tenant}/defaultSupportedIdpConfigs/google.com`, {
    body: { clientId: 'g.apps.googleusercontent.com' },
  })
  google.answers.set(`${tenant}/defaultSupportedIdpConfigs/microsoft.com`, {
    body: { clientId: 'm-client' },
  })
})

async function run(...args: string[]) {
  const printed: string[] = []
  const warnings: string[] = []
  await createHandoffCommand(() => admin).run(
    args,
    { ...minimalEnvironment, FOYER_CONFIG_FILE: configFile },
    (text) => printed.push(text),
    (text) => warnings.push(text),
  )
  return { text: printed.join('\n'), warnings }
}

describe('foyer handoff', () => {
  it('says that the entity id is a suggestion while the provider is not set up', async () => {
    google.answers.delete('/v2/projects/demo-proj/tenants/acme-1a2b3/inboundSamlConfigs/saml.acme')
    expect((await run('--tenant', 'acme')).warnings).toEqual([
      'saml.acme is not set up yet: the entity id is a suggestion. Enter the same one at the identity service.',
    ])
  })

  it('prints for each provider what the company enters and sends back, with the values of the project', async () => {
    const { text, warnings } = await run('--tenant', 'acme')
    const handler = 'https://demo-proj.firebaseapp.com/__/auth/handler'
    for (const line of [
      'Sign-in for Acme: what to set up',
      'Acme: SAML 2.0 (saml.acme)',
      `  ACS URL (reply URL)   ${handler}`,
      '  Entity ID (audience)  foyer-acme',
      '  - its SSO URL',
      'Acme: OpenID Connect (oidc.acme)',
      `  Redirect URI            ${handler}`,
      '  Scopes                  openid email profile groups',
      '  OAuth client ID  g.apps.googleusercontent.com',
      '  Application (client) ID  m-client',
      `  Link for consent         https://login.microsoftonline.com/organizations/adminconsent?client_id=m-client&redirect_uri=${encodeURIComponent(handler)}`,
      '  - your directory (tenant) ID',
      'To test, open https://app.corp.example/. Choose Acme if you are asked.',
      'Questions: help@example.com',
    ])
      expect(text.split('\n')).toContain(line)
    expect(warnings).toEqual([])
  })

  it('prints the same in Turkish, with the same URLs and identifiers', async () => {
    const [english, turkish] = await Promise.all([
      run('--tenant', 'acme-1a2b3'),
      run('--tenant', 'Acme', '--lang', 'tr'),
    ])
    const valuesIn = (text: string) => text.match(/https:\/\/\S+[^\s.]|foyer-acme|m-client/g)
    expect(turkish.text).toContain('Acme için giriş: ayarlanması gerekenler')
    expect(valuesIn(turkish.text)).toEqual(valuesIn(english.text))
    expect(turkish.text).not.toMatch(/\{\{|Please/)
  })

  it('without the settings of the project, suggests an entity id, leaves the client ids out, and says so', async () => {
    admin = null
    const { text, warnings } = await run('--tenant', 'acme')
    expect(text).toContain('  Entity ID (audience)  https://login.example.com\n')
    expect(text).not.toMatch(/client ID {2}|adminconsent/)
    expect(warnings).toEqual([expect.stringContaining('could not be read')])
  })

  it('says that there is nothing to set up for a company without a provider', async () => {
    const { text } = await run('--tenant', 'globex-4c5d6')
    expect(text).toContain('There is nothing to set up on your side.')
  })

  it.each([
    [
      ['--tenant', 'initech'],
      'the config file names no such tenant, but acme-1a2b3 (Acme), globex-4c5d6 (Globex), globex-7x8y9 (Globex Two)',
    ],
    [['--tenant', 'globex'], '--tenant is not clear: globex-4c5d6, globex-7x8y9'],
    [['--lang', 'de'], '--lang takes tr or en'],
  ])('refuses %j', async (args, message) => {
    await expect(run(...args)).rejects.toThrow(message)
  })
})
