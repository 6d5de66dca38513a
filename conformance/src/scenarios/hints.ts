import { acme, globex, loginAt, project } from '../requests.ts'
import type { DeclaredDifference, Scenario } from '../scenario.ts'

const long = `${'a'.repeat(300)}@corp.example`

function hintDiffers(
  because: string,
  auth: string,
  { theirs, ours }: { theirs: string; ours: string },
): DeclaredDifference {
  return {
    because,
    exactly: [
      { at: 'events.5', theirs: `handler startSignIn auth ${auth} ${theirs}` },
      { at: 'events.5', ours: `handler startSignIn auth ${auth} ${ours}` },
    ],
  }
}

const hashHolds = hintDiffers('an entry without a choice leaves the hint of the address', acme, {
  theirs: 'undefined',
  ours: `{"email":"hash@corp.example","providerIds":["google.com"],"tenantId":"${acme}"}`,
})

const fromHash: readonly (readonly [title: string, hint: string, differs?: DeclaredDifference])[] =
  [
    ['an email address and providers', 'ann@corp.example;google.com,microsoft.com'],
    ['providers only', ';phone,saml.acme'],
    ['nothing at all', ';'],
    ['no separator', 'ann@corp.example'],
    ['an email address with two at signs is dropped', 'a@b@corp.example;google.com'],
    ['an email address without an at sign is dropped', 'ann;google.com'],
    ['providers with other characters are dropped', 'ann@corp.example;goo gle,a/b,<b>,phone'],
    ['blanks around providers are no part of them', 'ann@corp.example; phone , google.com '],
    [
      'a provider that every object has',
      'ann@corp.example;google.com,__proto__',
      hintDiffers('a name that every object has is no provider', acme, {
        theirs: `{"email":"ann@corp.example","providerIds":["google.com","__proto__"],"tenantId":"${acme}"}`,
        ours: `{"email":"ann@corp.example","providerIds":["google.com"],"tenantId":"${acme}"}`,
      }),
    ],
    [
      'an address past all length',
      `${long};google.com`,
      hintDiffers('an address has at most 254 characters', acme, {
        theirs: `{"email":"${long}","providerIds":["google.com"],"tenantId":"${acme}"}`,
        ours: `{"providerIds":["google.com"],"tenantId":"${acme}"}`,
      }),
    ],
    [
      'an email address that looks like markup is passed on as text',
      '<svg/onload=alert(1)>@x;phone',
    ],
  ]

const fromHistory: readonly (readonly [
  title: string,
  historyState: unknown,
  differs?: DeclaredDifference,
])[] = [
  ['a choice', choice({ tenantId: acme, email: 'ann@corp.example', providerIds: ['phone'] })],
  ['a choice without hint', choice({ tenantId: acme })],
  ['a choice of another tenant is dropped', choice({ tenantId: globex, email: 'a@b.example' })],
  ['a choice with bad providers loses them', choice({ tenantId: acme, providerIds: ['a b', 7] })],
  ['providers that are not a list', choice({ tenantId: acme, providerIds: 'phone' })],
  ['a history entry of other code', { state: 'other', page: 3 }, hashHolds],
  ['a history entry without a choice', { state: 'signIn' }, hashHolds],
]

function choice(selectedTenantInfo: unknown) {
  return { state: 'signIn', selectedTenantInfo }
}

export const hints: readonly Scenario[] = [
  ...fromHash.map(([title, hint, differs]) => ({
    title: `hash: ${title}`,
    at: loginAt({}, `#hint=${hint}`),
    ...(differs && { differs }),
  })),
  {
    title: 'hash: a hint at project level',
    at: loginAt({ tid: project }, '#hint=ann@corp.example;phone'),
    differs: hintDiffers('a hint is of use at project level too', 'project', {
      theirs: 'undefined',
      ours: '{"email":"ann@corp.example","providerIds":["phone"],"tenantId":null}',
    }),
  },
  ...fromHistory.map(([title, historyState, differs]) => ({
    title: `history: ${title}`,
    at: loginAt({}, '#hint=hash@corp.example;google.com'),
    page: { historyState },
    ...(differs && { differs }),
  })),
  {
    title: 'history: a choice at project level',
    at: loginAt({ tid: project }),
    page: { historyState: choice({ tenantId: null, email: 'ann@corp.example' }) },
  },
]
