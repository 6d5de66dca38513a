import type { Answer } from '../answers.ts'
import { refusedUnread } from '../differences.ts'
import { acme, loginAt } from '../requests.ts'
import type { Scenario } from '../scenario.ts'

const authorizedDomains = [
  'localhost',
  'gate.example.com',
  'corp.example',
  '203.0.113.7',
  'xn--bcher-kva.example',
]
const lookup: Answer[] = [{ json: { projectId: '12345', authorizedDomains } }]

const checkedByDomain = [
  'https://gate.example.com/_gate/exchange',
  'https://iap.corp.example/v1/resources/AB12:handleRedirect',
  'HTTPS://GATE.example.com/_gate/exchange',
  'http://localhost:9000/_gate/exchange',
  'https://xn--bcher-kva.example/cb',
  'https://gate.example.com/cb?return=https%3A%2F%2Fevil.test%2F',
  'https://evil.test/gate.example.com',
  'https://gate.example.com.evil.test/cb',
  'https://203.0.113.77/cb',
]

const refusedByBoth = [
  'http://gate.example.com/_gate/exchange',
  'http://localhost.evil.test/cb',
  'https://gate.example.com@evil.test/cb',
  'https:\\\\gate.example.com\\cb',
  '//evil.test/cb',
  'javascript:alert(document.domain)',
  'https://gate.example.com:99999/cb',
]

const refusedByUs = [
  'https://someone@gate.example.com/cb',
  'https://gate.example.com/cb%0d%0aSet-Cookie:%20s=1',
  'https://gate.example.com/a/..%2f..%2fadmin',
  'https://gate%2eexample.com/cb',
  'https://gate.example.com/cb#frag',
  `https://gate.example.com/${'x'.repeat(2048)}`,
]

const loginOrigins: readonly (readonly [origin: string, authorizedDomains: string[]])[] = [
  ['https://login.corp.example', ['localhost', 'corp.example']],
  ['https://login.corp.example', ['localhost', 'in.corp.example']],
  ['https://login.corp.example:8443', ['localhost', 'login.corp.example']],
  ['http://127.0.0.1:4000', ['localhost', '127.0.0.1']],
  ['http://127.0.0.1:4000', ['localhost', '127.0.0.2']],
]

/** Which redirect URLes and which login pages the project's domains allow. */
export const domains: readonly Scenario[] = [
  ...checkedByDomain.map((redirectUri) => to(redirectUri)),
  ...refusedByBoth.map((redirectUri) => ({
    ...to(redirectUri),
    differs: refusedUnread('Invalid URL'),
  })),
  ...refusedByUs.map((redirectUri) => ({
    ...to(redirectUri),
    differs: refusedUnread(
      'Invalid URL',
      'an address that two readers could read as two is refused',
    ),
  })),
  ...loginOrigins.map(([origin, authorizedDomains]) => ({
    title: `page at ${origin}, allowed ${authorizedDomains.join(', ')}`,
    at: { ...loginAt(), origin },
    page: { signedIn: { [acme]: {} } },
    answers: { lookup: [{ json: { projectId: '12345', authorizedDomains } }] },
  })),
]

function to(redirectUri: string): Scenario {
  return {
    title: `redirect URL ${JSON.stringify(redirectUri.slice(0, 80))}`,
    at: loginAt({ redirect_uri: redirectUri }),
    page: { signedIn: { [acme]: {} } },
    answers: { lookup },
  }
}
