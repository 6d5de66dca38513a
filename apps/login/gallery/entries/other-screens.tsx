import { explainedCodes } from '../../src/errors/error-table.ts'
import type { Failure } from '../../src/errors/failure.ts'
import type { TenantChoice } from '../../src/sign-in/company-step.ts'
import { config, failure, longEmail, longName, longWord, passing, signIn } from './shared.tsx'
import type { Entry } from './shared.tsx'

const refusedDomain: Failure = { ...failure('unauthorized-domain'), host: 'evil.example' }

const tenants = (...names: string[]): TenantChoice[] =>
  names.map((name, index) => ({ id: `tenant-${index}`, name }))

const chooseTenant = (choices: TenantChoice[]) => signIn({ name: 'chooseTenant', tenants: choices })

const failed = (shown: Failure) => signIn({ name: 'failure', failure: shown })

/** One failure for each error key. */
const failures = new Map(explainedCodes().map((known) => [failure(known).key, failure(known)]))

export const otherEntries: readonly Entry[] = [
  ['loading', signIn({ name: 'loading' })],
  ['choose-tenant', chooseTenant(tenants('Acme', 'Globex'))],
  ['choose-tenant-long', chooseTenant(tenants(longName, 'Globex'))],
  [
    'choose-tenant-last-used',
    signIn({
      name: 'chooseTenant',
      tenants: tenants(longName, 'Acme', 'Globex'),
      lastUsed: 'tenant-0',
    }),
  ],
  [
    'choose-tenant-many',
    chooseTenant(tenants(...Array.from({ length: 40 }, (_, index) => `Company ${index + 1}`))),
  ],
  [
    'choose-tenant-thousands',
    chooseTenant(tenants(...Array.from({ length: 10_000 }, (_, index) => `Company ${index + 1}`))),
  ],
  [
    'confirm-account',
    signIn({
      name: 'confirmAccount',
      current: { label: 'ayse.yilmaz@example.com', company: null },
      other: { label: 'elif.kaya@acme.example.com', company: 'Acme' },
    }),
  ],
  [
    'confirm-account-alone',
    signIn({
      name: 'confirmAccount',
      current: null,
      other: { label: longEmail, company: longName },
    }),
  ],
  ['welcome', signIn({ name: 'welcome' })],
  ['link-failed', signIn({ name: 'linkFailed', failure: failure('link-failed') })],
  [
    'link-failed-passing',
    signIn({
      name: 'linkFailed',
      failure: { ...passing('auth/timeout'), key: 'LINK_FAILED' },
    }),
  ],
  ['failure-invalid-mode', failed(failure('invalid-mode'))],
  ['failure-mismatching-tenant', failed(failure('mismatching-tenant'))],
  ['failure-refused-domain', failed(refusedDomain)],
  [
    'failure-help-page',
    signIn(
      { name: 'failure', failure: failure('claims-too-large') },
      { config: { ...config, help: { contact: 'https://intranet.acme.example/help/sign-in' } } },
    ),
  ],
  [
    'failure-long-product',
    signIn(
      { name: 'failure', failure: failure('invalid-mode') },
      { config: { ...config, branding: { ...config.branding, productName: longWord } } },
    ),
  ],
  ...(
    [
      ['rejected', 'google.com'],
      ['rejected-company-provider', 'oidc.acme'],
    ] as const
  ).map(
    ([name, providerId]) =>
      [
        name,
        failed({
          ...failure('provider-not-allowed'),
          action: 'options',
          rejected: {
            name: longEmail,
            providerId,
            tenantId: 'acme-1a2b3',
            allowed: ['saml.acme', 'phone'],
          },
        }),
      ] as const,
  ),
  ['signed-out', signIn({ name: 'signedOut' })],
  ...[...failures].map(
    ([key, shown]) => [`failure-${key.toLowerCase().replaceAll('_', '-')}`, failed(shown)] as const,
  ),
]
