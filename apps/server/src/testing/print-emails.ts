import { compose } from '../mail/compose.ts'
import type { MailTopic } from '../mail/email-messages.ts'

// Prints every email as JSON, for tests in a browser. As arguments: a product name, an accent and where users get help.

const [, , product = 'Foyer', accent, contact] = process.argv

const methods: Record<MailTopic, readonly string[]> = {
  'account-created': ['email-link', 'google.com', 'microsoft.com'],
  'confirm-address': [],
  'already-registered': [],
  'sign-in-link': [],
  'sign-in-by-method': ['google.com'],
  'no-sign-in-link': [],
  'company-code': [],
  'company-unknown': [],
  'email-link': [],
  'password-link': [],
  'password-by-method': ['google.com'],
  'no-password': [],
  'password-changed': [],
}
const link = `https://login.example.com/#sign-in-link=${'eyJhbGciOiJIUzI1NiJ9.'.repeat(12)}`

const documents = (['en', 'tr'] as const).flatMap((language) =>
  (Object.keys(methods) as MailTopic[]).map((topic) => {
    const common = { topic, methods: methods[topic], language, product, accent, contact }
    const draft = topic === 'company-code' ? { ...common, code: '123456' } : { ...common, link }
    const { html } = compose({ ...draft, firstName: topic === 'sign-in-link' ? '' : 'Ayşe' })
    return { name: `email: ${topic}`, language, html }
  }),
)
process.stdout.write(JSON.stringify(documents))
