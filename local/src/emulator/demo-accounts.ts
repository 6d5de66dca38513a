export const DEMO_PROJECT = 'demo-foyer'
/** The number that the emulator reports for every project; `_12345` names its project level. */
export const DEMO_PROJECT_NUMBER = '12345'
export const DEMO_API_KEY = 'demo-api-key'

export const demoTenants = [
  { id: 'acme-1a2b3', name: 'Acme' },
  { id: 'globex-4c5d6', name: 'Globex' },
] as const

export type DemoTenantId = (typeof demoTenants)[number]['id']

export interface DemoAccount {
  uid: string
  name: string
  /** Not set for an account at project level. */
  tenantId?: DemoTenantId
  signIn: { provider: 'google.com' | 'microsoft.com'; email: string } | { phoneNumber: string }
  isDisabled?: true
  /** The email address is unverified, even for a Google account. */
  isEmailUnverified?: true
  claims?: { firstLogin: true }
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
