import { isProvider, nameOf, providerSettings, settingsOf } from '@foyer/contract/sign-in-methods'
import type { Method, ProviderMethod } from '@foyer/contract/sign-in-methods'
import english from '@foyer/messages/en/handoff.json' with { type: 'json' }
import turkish from '@foyer/messages/tr/handoff.json' with { type: 'json' }
import { oneLine } from '../printable/printable.ts'

export type Language = 'en' | 'tr'

/** What the project has already set up for a provider. Undefined where that is not known. */
export interface KnownProvider {
  clientId?: string | undefined
  /** The entity ID that the identity service expects in the audience of a SAML assertion. */
  entityId?: string | undefined
}

export interface HandoffValues {
  language: Language
  company: string
  product: string
  contact: string | undefined
  /** Where the company can test the sign-in. */
  testUrl: string
  authDomain: string
  publicUrl: string
  methods: readonly Method[]
  known: ReadonlyMap<string, KnownProvider>
}

type Messages = typeof english
type Row = [label: string, value: string]

const messagesIn: Readonly<Record<Language, Messages>> = { en: english, tr: turkish }

/** What the IT department of a company enters on its side, and sends back, as a plain text. */
export function handoffText(values: HandoffValues): string {
  const { language, company, product, contact, testUrl: url } = values
  const messages = messagesIn[language]
  const providers = values.methods
    .map((method) => (typeof method === 'string' ? method : method.provider))
    .filter(isProvider)
  const sections = providers.map((id) => sectionOf(id, values, messages))
  const title = fill(messages.title, { company })
  return [
    `${title}\n${'='.repeat(title.length)}`,
    providers.length > 0 ? fill(messages.intro, { company, product }) : messages.nothing,
    ...sections,
    ...(providers.some((id) => id.startsWith('oidc.')) ? [messages.secret] : []),
    fill(messages.test, { url, company }),
    ...(contact === undefined ? [] : [fill(messages.contact, { contact })]),
  ].join('\n\n')
}

function sectionOf(id: ProviderMethod, values: HandoffValues, messages: Messages): string {
  const name = nameOf(id, values.methods, values.language) ?? id
  const kind = kindOf(id)
  const { heading, lead } = messages[kind]
  const title = fill(heading, { name, id })
  const rows = rowsOf(id, values, messages)
  const sendBack = kind === 'other' ? [] : messages[kind].sendBack
  return [
    `${title}\n${'-'.repeat(title.length)}`,
    lead,
    ...(rows.length > 0 ? [`${messages.enter}:\n${table(rows)}`] : []),
    ...(sendBack.length > 0
      ? [`${messages.sendBack}:\n${sendBack.map((item) => `  - ${item}`).join('\n')}`]
      : []),
  ].join('\n\n')
}

type Kind = 'oidc' | 'saml' | 'google.com' | 'microsoft.com' | 'other'

function kindOf(id: ProviderMethod): Kind {
  if (id.startsWith('oidc.')) return 'oidc'
  if (id.startsWith('saml.')) return 'saml'
  return id === 'google.com' || id === 'microsoft.com' ? id : 'other'
}

function rowsOf(
  id: ProviderMethod,
  { authDomain, publicUrl, methods, known }: HandoffValues,
  messages: Messages,
): Row[] {
  // All answers of providers come to this page, whatever the tenant.
  const handler = `https://${authDomain}/__/auth/handler`
  const { clientId = '', entityId = publicUrl } = known.get(id) ?? {}
  const { scopes = [] } = providerSettings(id, settingsOf(id, methods))
  const allScopes = [...new Set(['openid', 'email', 'profile', ...scopes])].join(' ')
  const clientIdRow = (label: string): Row[] => (clientId === '' ? [] : [[label, clientId]])
  const consent = new URL('https://login.microsoftonline.com/organizations/adminconsent')
  consent.searchParams.set('client_id', clientId)
  consent.searchParams.set('redirect_uri', handler)
  const { oidc, saml, 'google.com': google, 'microsoft.com': microsoft } = messages
  const rows: Record<Kind, Row[]> = {
    oidc: [
      [oidc.enter.redirectUri, handler],
      [oidc.enter.scopes, allScopes],
      [oidc.enter.claims, 'sub, email, email_verified, name'],
    ],
    saml: [
      [saml.enter.acsUrl, handler],
      [saml.enter.entityId, entityId],
      [saml.enter.nameId, saml.enter.nameIdValue],
      [saml.enter.binding, 'HTTP-POST'],
      [saml.enter.attributes, 'firstName, lastName, groups'],
    ],
    'google.com': [...clientIdRow(google.enter.clientId), [google.enter.scopes, allScopes]],
    'microsoft.com': [
      ...clientIdRow(microsoft.enter.clientId),
      [microsoft.enter.redirectUri, handler],
      [microsoft.enter.scopes, `${allScopes} User.Read`],
      ...(clientId === '' ? [] : [[microsoft.enter.consent, consent.href] satisfies Row]),
    ],
    other: [],
  }
  return rows[kindOf(id)]
}

function table(rows: Row[]): string {
  const width = Math.max(...rows.map(([label]) => label.length))
  return rows.map(([label, value]) => `  ${label.padEnd(width)}  ${oneLine(value)}`).join('\n')
}

/** In one pass, so that a placeholder inside a value is not filled in. */
function fill(text: string, given: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => oneLine(given[name] ?? ''))
}
