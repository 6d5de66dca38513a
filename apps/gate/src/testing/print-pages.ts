import { createLayout, type PageContent } from '../answer/page-layout.ts'
import { gateMessages, type PageName } from '../messages/gate-messages.ts'

// Prints every page of the gate as JSON, for tests in a browser. As arguments: a product name, an accent and where users
// get help.

const [, , productName = 'Foyer', accent, contact] = process.argv
const layout = createLayout({ productName, logo: undefined, accent, contact })

const links: Partial<Record<PageName, PageContent['link']>> = {
  cannotFinish: { href: '/', label: 'tryAgain' },
  sessionEnded: { href: '/', label: 'signIn', target: '_blank' },
  duplicateSession: { href: '/', label: 'signIn' },
  addressTooLong: { href: '/', label: 'signIn' },
  notAllowed: { href: '/', label: 'otherAccount' },
  signInUnavailable: { href: '/', label: 'tryAgain' },
  unreachable: { href: '/', label: 'tryAgain' },
  tooSlow: { href: '/', label: 'tryAgain' },
  refused: { href: '/', label: 'home' },
  wholeWindow: { href: '/', label: 'signOut', target: '_top' },
  redirecting: { href: '/', label: 'goOn' },
}
const someAccount: PageContent['account'] = {
  name: 'ayse.yilmaz@acme.example.com',
  provider: 'oidc.acme-lab',
  tenantId: 'Acme-x1y2z',
  reason: 'provider',
  allowed: ['saml.acme', 'google.com', 'phone', 'password'],
  providerNames: { 'saml.acme': 'Acme' },
}
const isSuccess = (name: PageName) => name === 'refreshed' || name === 'redirecting'

const names = Object.keys(gateMessages.en.pages) as PageName[]
const documents = (['en', 'tr'] as const).flatMap((language) =>
  names.map((name) => {
    const link = links[name]
    const reference = isSuccess(name) ? {} : { reference: 'K7Q2-281430' }
    const account = name === 'notAllowed' ? { account: someAccount } : {}
    const html = layout.htmlOf(language, name, { ...(link && { link }), ...reference, ...account })
    return { name: `gate: ${name}`, language, html }
  }),
)
process.stdout.write(JSON.stringify(documents))
