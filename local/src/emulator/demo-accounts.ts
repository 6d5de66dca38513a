export const DEMO_PROJECT = 'demo-foyer'
/** The number that the emulator reports for every project; `_12345` names its project level. */
export const DEMO_PROJECT_NUMBER = '12345'
export const DEMO_API_KEY = 'demo-api-key'

/** The companies, with what the sign-in page offers them. In Identity Platform, tenants have no phone sign-in. */
export const demoTenants = [
  {
    id: 'acme-1a2b3',
    name: 'Acme',
    domains: ['acme.example.com'],
    methods: [
      'google.com',
      'microsoft.com',
      { provider: 'saml.acme', label: { en: 'Acme', tr: 'Acme' } },
    ],
  },
  {
    id: 'globex-4c5d6',
    name: 'Globex',
    domains: ['globex.example.com'],
    methods: ['google.com', 'microsoft.com', 'password', 'emailLink'],
  },
  {
    id: 'initech-7g8h9',
    name: 'Initech',
    domains: ['initech.example.com'],
    methods: [{ provider: 'oidc.initech', label: { en: 'Initech', tr: 'Initech' } }],
    // The access policy of the gates, which the server does not read here, allows it none.
    signInLink: false,
  },
] as const

export type DemoTenantId = (typeof demoTenants)[number]['id']

export interface DemoAccount {
  uid: string
  name: string
  /** Not set for an account at project level. */
  tenantId?: DemoTenantId
  signIn:
    | {
        /** Null for an account without a provider, as registration creates it. */
        provider: 'google.com' | 'microsoft.com' | 'saml.acme' | 'oidc.initech' | null
        email: string
      }
    | { provider: 'password'; email: string; password: string }
    | { phoneNumber: string }
  /** A phone number for text messages, or the secret of an authenticator app. */
  secondFactor?: { uid: string } & ({ phoneNumber: string } | { secret: string })
  isDisabled?: true
  /** The email address is unverified, even for a Google account. */
  isEmailUnverified?: true
  claims?: { firstLogin: true } | { changePassword: true }
  /** What the account demonstrates. */
  purpose: string
}

export const demoAccounts: readonly DemoAccount[] = [
  {
    uid: 'demo-ayse-yilmaz',
    name: 'Ayşe Yılmaz',
    signIn: { provider: 'google.com', email: 'ayse.yilmaz@example.com' },
    purpose: 'signs in with Google',
  },
  {
    uid: 'demo-emily-clark',
    name: 'Emily Clark',
    signIn: { provider: 'microsoft.com', email: 'emily.clark@example.com' },
    purpose: 'signs in with Microsoft',
  },
  {
    uid: 'demo-zeynep-demir',
    name: 'Zeynep Demir',
    signIn: { provider: 'google.com', email: 'zeynep.demir@example.com' },
    claims: { firstLogin: true },
    purpose: 'signs in for the first time',
  },
  {
    uid: 'demo-mark-evans',
    name: 'Mark Evans',
    signIn: { provider: 'google.com', email: 'mark.evans@example.com' },
    isDisabled: true,
    purpose: 'is deactivated',
  },
  {
    uid: 'demo-can-ozturk',
    name: 'Can Öztürk',
    signIn: { provider: 'google.com', email: 'can.ozturk@example.com' },
    purpose: 'comes with Microsoft too, whose directory proves the address',
  },
  {
    uid: 'demo-selin-aydin',
    name: 'Selin Aydın',
    signIn: { provider: 'google.com', email: 'selin.aydin@partner.example.com' },
    purpose: 'comes with Microsoft too, whose directory proves nothing',
  },
  {
    uid: 'demo-burak-sahin',
    name: 'Burak Şahin',
    signIn: { provider: 'google.com', email: 'burak.sahin@example.com' },
    isEmailUnverified: true,
    purpose: 'has an address never proven, and comes with Microsoft too',
  },
  {
    uid: 'demo-deniz-arslan',
    name: 'Deniz Arslan',
    signIn: { phoneNumber: '+905550000001' },
    purpose: 'signs in by phone; the code is in the inbox',
  },
  {
    uid: 'demo-elif-kaya',
    name: 'Elif Kaya',
    tenantId: 'acme-1a2b3',
    signIn: { provider: 'google.com', email: 'elif.kaya@acme.example.com' },
    purpose: 'works at Acme',
  },
  {
    uid: 'demo-james-carter',
    name: 'James Carter',
    tenantId: 'globex-4c5d6',
    signIn: { provider: 'google.com', email: 'james.carter@globex.example.com' },
    purpose: 'works at Globex',
  },
  {
    uid: 'demo-kerem-aslan',
    name: 'Kerem Aslan',
    tenantId: 'acme-1a2b3',
    signIn: { provider: 'saml.acme', email: 'kerem.aslan@acme.example.com' },
    purpose: 'works at Acme, and signs in there with SAML',
  },
  {
    uid: 'demo-pelin-aksoy',
    name: 'Pelin Aksoy',
    tenantId: 'initech-7g8h9',
    signIn: { provider: 'oidc.initech', email: 'pelin.aksoy@initech.example.com' },
    purpose: "works at Initech, and signs in at the company's own server",
  },
  {
    uid: 'demo-efe-yildiz',
    name: 'Efe Yıldız',
    tenantId: 'initech-7g8h9',
    signIn: { provider: 'oidc.initech', email: 'efe.yildiz@partner.example.com' },
    purpose: 'is a guest at Initech, and rejected: the email address is of another domain',
  },
  {
    uid: 'demo-nil-kara',
    name: 'Nil Kara',
    signIn: { provider: null, email: 'nil.kara@example.com' },
    purpose: 'has no provider, and signs in with a link in an email',
  },
  {
    uid: 'demo-derya-koc',
    name: 'Derya Koç',
    signIn: { provider: 'google.com', email: 'derya.koc@example.com' },
    secondFactor: { uid: 'factor-derya-koc', phoneNumber: '+905550000002' },
    purpose: 'has a second step: a code in a text message',
  },
  {
    uid: 'demo-onur-tekin',
    name: 'Onur Tekin',
    signIn: { provider: 'google.com', email: 'onur.tekin@example.com' },
    secondFactor: { uid: 'factor-onur-tekin', secret: 'N5XHK4RNORSWW2LOFVXW45LSFV2GK23J' },
    purpose: "has a second step: an authenticator app's code, shown in the inbox",
  },
  {
    uid: 'demo-oya-gunes',
    name: 'Oya Güneş',
    tenantId: 'globex-4c5d6',
    signIn: {
      provider: 'password',
      email: 'oya.gunes@globex.example.com',
      password: 'mavi-deniz-2026',
    },
    purpose: 'works at Globex; password: mavi-deniz-2026',
  },
  {
    uid: 'demo-tarik-polat',
    name: 'Tarık Polat',
    tenantId: 'globex-4c5d6',
    signIn: {
      provider: 'password',
      email: 'tarik.polat@globex.example.com',
      password: 'ilk-giris-2026',
    },
    claims: { changePassword: true },
    purpose: 'works at Globex; must replace the password ilk-giris-2026',
  },
  {
    uid: 'demo-lara-stein',
    name: 'Lara Stein',
    tenantId: 'globex-4c5d6',
    signIn: { provider: null, email: 'lara.stein@globex.example.com' },
    purpose: 'signs in with an email link, also with the code that it shows on another device',
  },
]

/** A user who has an account at this provider, but has not yet used it to sign in here. */
export interface NewUser {
  provider: 'microsoft.com'
  subject: string
  name: string
  email: string
}

const withMicrosoftToo = new Set(['demo-can-ozturk', 'demo-selin-aydin', 'demo-burak-sahin'])

export const newUsers: readonly NewUser[] = demoAccounts.flatMap(({ uid, name, signIn }) =>
  withMicrosoftToo.has(uid) && 'email' in signIn
    ? [{ provider: 'microsoft.com', subject: `microsoft-${uid}`, name, email: signIn.email }]
    : [],
)
