/** A URL, or a part of one, as an attacker or a careless proxy may write it. */
export type HostileRow = readonly [
  id: string,
  decision: 'accept' | 'refuse',
  value: string,
  reason: string,
]

/** The project that the decisions below assume. */
export const hostileProject = {
  apiKey: 'AIzaSyDEMO-only_not_a_real_key_0000000a',
  projectId: '123456789012',
  tenantIds: ['_123456789012', 'Acme-x1y2z', 'Beta-k9j8h'],
  authorizedDomains: [
    'localhost',
    'login.example.com',
    'gate.example.com',
    'corp.example',
    '203.0.113.7',
    'xn--bcher-kva.example',
  ],
  targetUri: 'https://app.corp.example/_gate/auth',
  loginOrigin: 'https://login.example.com',
} as const

export const apiKeys: readonly HostileRow[] = [
  ['A01', 'accept', 'AIzaSyDEMO-only_not_a_real_key_0000000a', 'the configured key'],
  [
    'A02',
    'refuse',
    'AIzaSyATTACKER-own-project-key-00000000',
    'well-formed key of another project: its own authorised-domain list would bless any redirect_uri',
  ],
  [
    'A03',
    'refuse',
    'AIzaSyDEMO-only_not_a_real_key_0000000a&fields=*',
    'parameter injection: gcip-iap puts the key unencoded in the URL',
  ],
  ['A04', 'refuse', 'AIzaSyDEMO-only_not_a_real_key_0000000a#', 'fragment injection'],
  ['A05', 'refuse', '$&zaSyDEMO-only_not_a_real_key_0000000a', 'replacement pattern'],
  ['A06', 'refuse', '__proto__', 'object lookup by user text; use a Map or Set'],
  ['A07', 'refuse', 'constructor', 'inherited property would look like a configured key'],
  ['A08', 'refuse', 'aizasydemo-only_not_a_real_key_0000000a', 'keys are case-sensitive'],
  ['A09', 'refuse', '', 'empty'],
]

export const tids: readonly HostileRow[] = [
  ['T01', 'accept', 'Acme-x1y2z', 'configured tenant'],
  ['T02', 'accept', '_123456789012', 'project-level pool: underscore and the project number'],
  ['T03', 'refuse', 'acme-x1y2z', 'tenant IDs are case-sensitive'],
  ['T04', 'refuse', '_999999999999', 'other project number'],
  ['T05', 'refuse', '_', 'underscore alone must not mean "no tenant"'],
  ['T07', 'refuse', '__proto__', 'object lookup by user text'],
  ['T08', 'refuse', 'Acme-x1y2z,Beta-k9j8h', 'two tenants in one value (parameter repeated)'],
  ['T09', 'refuse', '../Acme-x1y2z', 'path traversal in an API path'],
  ['T10', 'refuse', 'Acme-x1y2z\u0000', 'NUL'],
  ['T11', 'refuse', 'Acme-x1y2z ', 'trailing space'],
  ['T12', 'refuse', '', 'empty: mode login needs a tenant'],
]

export const modes: readonly HostileRow[] = [
  ['M01', 'accept', 'login', 'known mode'],
  ['M02', 'refuse', 'LOGIN', 'modes are case-sensitive'],
  ['M03', 'refuse', 'toString', 'inherited property name'],
  ['M04', 'accept', 'signout', 'sign-out; needs state when redirect_uri is present'],
]

export const states: readonly HostileRow[] = [
  [
    'S01',
    'accept',
    'v1.eyJuIjoiYWJjIn0.k3Yk',
    'opaque to the page: passed on unread; the gate judges it',
  ],
  ['S02', 'refuse', '', 'empty'],
  [
    'S03',
    'accept',
    'a b',
    'opaque: what the query string decodes to is passed on as it is, the redirect server judges it',
  ],
  ['S04', 'refuse', 'x\r\nSet-Cookie: a=b', 'CR LF'],
  [
    'S05',
    'refuse',
    '<img src=x onerror=alert(1)>',
    'spaces are outside the set; and it is never rendered',
  ],
  [
    'S06',
    'accept',
    '"><script>alert(1)</script>',
    'visible ASCII: forwarded inside JSON only, never written to the page; the gate answers 400',
  ],
  ['S07', 'refuse', 'x'.repeat(10_001), 'over 10,000 characters'],
  ['S08', 'refuse', '\u202egpj.exe', 'bidirectional override'],
]

export const hints: readonly HostileRow[] = [
  [
    'H01',
    'accept',
    '#hint=ann@corp.example;google.com',
    'fills the email box; never starts a redirect by itself',
  ],
  ['H02', 'accept', '#hint=;phone', 'no email'],
  ['H03', 'accept', '#hint=ann@corp.example;', 'no provider'],
  [
    'H04',
    'accept',
    '#hint=ann@corp.example;evil.test',
    "well-formed by the specification's rule; a provider that this page does not offer is simply not used",
  ],
  [
    'H05',
    'accept',
    '#hint=<svg onload=alert(1)>@x;google.com',
    "text@text by the specification's rule, so kept as data; never rendered as markup, never autosubmitted",
  ],
  ['H06', 'refuse', '#hint=a@b@corp.example;google.com', 'two at signs'],
  ['H07', 'refuse', `#hint=${'a'.repeat(300)}@corp.example;google.com`, 'too long'],
  ['H08', 'refuse', '#hint=ann@corp.example;google.com,__proto__', 'inherited property name'],
  [
    'H09',
    'refuse',
    '#hint=ann%40corp.example;google.com',
    'not decoded: only one decoding step exists',
  ],
  ['H10', 'refuse', '#hint=ann@corp.example', 'no separator'],
]

export const originalUris: readonly HostileRow[] = [
  ['O01', 'accept', 'https://app.corp.example/reports?id=7#row2', 'same origin as targetUri'],
  ['O02', 'refuse', 'https://evil.test/', 'other origin; gcip-iap would navigate there'],
  ['O03', 'refuse', '//evil.test/', 'scheme-relative; gcip-iap would navigate there'],
  ['O04', 'refuse', 'javascript:alert(1)', 'script scheme'],
  ['O05', 'refuse', 'mailto:a@b.test', 'gcip-iap isSafeUrl allows it'],
  ['O06', 'refuse', 'http://app.corp.example/', 'downgrade to http'],
  ['O07', 'refuse', 'https://app.corp.example@evil.test/', 'userinfo'],
]
