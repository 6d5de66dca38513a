import { isProvider, nameOf, providerSettings, settingsOf } from '@foyer/contract/sign-in-methods'
import type { Method, ProviderMethod } from '@foyer/contract/sign-in-methods'
import english from '@foyer/messages/en/handoff.json' with { type: 'json' }
import turkish from '@foyer/messages/tr/handoff.json' with { type: 'json' }

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

function kindOf(id: ProviderMethod): 'oidc' | 'saml' | 'google.com' | 'microsoft.com' | 'other' {
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
  switch (kindOf(id)) {
    case 'oidc': {
      const labels = messages.oidc.enter
      return [
        [labels.redirectUri, handler],
        [labels.scopes, allScopes],
        [labels.claims, 'sub, email, email_verified, name'],
      ]
    }
    case 'saml': {
      const labels = messages.saml.enter
      return [
        [labels.acsUrl, handler],
        [labels.entityId, entityId],
        [labels.nameId, labels.nameIdValue],
        [labels.binding, 'HTTP-POST'],
        [labels.attributes, 'firstName, lastName, groups'],
      ]
    }
    case 'google.com': {
      const labels = messages['google.com'].enter
      return [...clientIdRow(labels.clientId), [labels.scopes, allScopes]]
    }
    case 'microsoft.com': {
      const labels = messages['microsoft.com'].enter
      const consent = new URL('https://login.microsoftonline.com/organizations/adminconsent')
      consent.searchParams.set('client_id', clientId)
      consent.searchParams.set('redirect_uri', handler)
      return [
        ...clientIdRow(labels.clientId),
        [labels.redirectUri, handler],
        [labels.scopes, `${allScopes} User.Read`],
        ...(clientId === '' ? [] : [[labels.consent, consent.href] satisfies Row]),
      ]
    }
    default:
      return []
  }
}

function table(rows: Row[]): string {
  const width = Math.max(...rows.map(([label]) => label.length))
  return rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`).join('\n')
}

/** In one pass, so that a placeholder inside a value is not filled in. */
function fill(text: string, given: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => given[name] ?? '')
}
