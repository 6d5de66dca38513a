import { tokens } from '@foyer/design/tokens'
import { describe, expect, it } from 'vitest'
import { compose, type EmailDraft } from './compose.ts'
import type { MailTopic } from './email-messages.ts'

const draft: EmailDraft = {
  topic: 'confirm-address',
  language: 'en',
  product: 'Example',
  firstName: 'Ayşe',
  link: 'https://login.example.com/registration#confirmation=a.b.c',
}
const topics: MailTopic[] = [
  'account-created',
  'confirm-address',
  'already-registered',
  'sign-in-link',
  'sign-in-by-method',
  'no-sign-in-link',
  'company-unknown',
  'email-link',
  'password-link',
  'password-by-method',
  'no-password',
  'password-changed',
]

describe.each(['tr', 'en'] as const)('emails in %s', (language) => {
  it.each(topics)('the email about %s has the same messages in text and in HTML', (topic) => {
    const { subject, text, html } = compose({ ...draft, language, topic })
    expect(subject).toContain('Example')
    const visible = html
      .replace(/<head>.*<\/head>/s, '')
      .replace(/<[^>]+>/g, ' ')
      .replaceAll('&#39;', "'")
    for (const word of text.split(/:?\s+/)) expect(visible).toContain(word)
    expect(text).toContain(draft.link)
    expect(html.match(/href="([^"]+)"/g)).toEqual([`href="${draft.link}"`, `href="${draft.link}"`])
  })

  it.each(topics)(
    'the email about %s has the product’s name, a button, and the URL below it for a button that does not work',
    (topic) => {
      const { html, subject } = compose({ ...draft, language, topic, product: 'Acme' })
      const [, head = '', rest = ''] = /<body.*?>Acme<\/td>(.*?)(<a href.*)/s.exec(html) ?? []
      expect(html).toContain(`<html lang="${language}">`)
      expect(head.replace(/<\/?span[^>]*>/g, '')).toContain(`>${subject}</h1>`)
      const introduction =
        language === 'tr' ? 'Düğme çalışmıyorsa:' : 'If the button does not work:'
      expect(rest).toMatch(
        new RegExp(
          `^<a href="[^"]+" style="[^"]+">[^<]+</a>.*>${introduction}<br><a href=.*</a>`,
          's',
        ),
      )
    },
  )
})

it.each([
  ['en', 'Help: help@acme.example'],
  ['tr', 'Yardım: help@acme.example'],
] as const)('an email in %s ends with the contact of the deployment', (language, line) => {
  const { subject, text, html } = compose({ ...draft, language, contact: 'help@acme.example' })
  expect(text.trimEnd().endsWith(`\n\n${line}`)).toBe(true)
  const href = `mailto:help@acme.example?subject=${encodeURIComponent(subject)}`
  expect(html).toContain(`<a href="${href}"`)
  expect(compose({ ...draft, language }).html).not.toContain('mailto:')
})

it.each([
  ['en', 'sign-in-link', 'sign-in'],
  ['tr', 'confirm-address', 'e-posta'],
] as const)('an email in %s about %s never breaks a line inside “%s”', (language, topic, word) => {
  const unbroken = `<span style="white-space:nowrap">${word}</span>`
  const { html } = compose({ ...draft, language, topic, link: 'https://login.example.com/' })
  const visible = html.slice(html.indexOf('<h1'))
  expect(visible).toContain(unbroken)
  const rest = visible.replace(/<span [^>]*>[^<]*<\/span>/g, '').replace(/<[^>]+>/g, '')
  expect(rest).not.toContain(word)
})

describe('the design of emails', () => {
  it('an email has the accent of the deployment on its header and its button', () => {
    const { html } = compose({ ...draft, accent: '#7a1f3d' })
    expect(html).toContain('background:#7a1f3d;color:#ffffff')
    expect(html).toContain('bgcolor="#7a1f3d"')
    expect(html).not.toContain(tokens.light.brand)
    expect(compose(draft).html).toContain(`bgcolor="${tokens.light.brand}"`)
  })

  it('an email has colours for dark mode, and for each of its texts', () => {
    const { html } = compose(draft)
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
    const [, dark = ''] = /prefers-color-scheme:dark\)\{(.*)<\/style>/s.exec(html) ?? []
    for (const name of ['around', 'card', 'ink', 'soft', 'link', 'action']) {
      expect(dark).toMatch(new RegExp(`\\.${name}[,{]`))
      expect(html).toMatch(new RegExp(`class="[^"]*\\b${name}\\b`))
    }
  })

  it.each(topics)('the email about %s loads nothing and has no script', (topic) => {
    const { html } = compose({ ...draft, topic })
    expect(html).not.toMatch(/<(?:img|script|link|iframe|video|object)\b|url\(|@import|@font-face/i)
    expect(html).not.toMatch(/\son\w+=|\ssrc=|\sbackground=/i)
  })
})

describe('the buttons in the email about a new account', () => {
  const textFor = (methods: string[], language: 'en' | 'tr' = 'en') =>
    compose({ ...draft, topic: 'account-created', language, methods }).text

  it('the email about a new account names the sign-in link and the providers that the page offers', () => {
    const text = textFor(['email-link', 'google.com', 'phone'])
    expect(text).toContain('press “Sign in with an email link”')
    expect(text).toContain('you can press “Continue with Google” instead')
    expect(text).not.toMatch(/Microsoft|phone number/)
    expect(textFor(['email-link', 'google.com', 'microsoft.com'], 'tr')).toMatch(
      /“E-posta bağlantısıyla giriş yap”.*“Google ile devam et” veya “Microsoft ile devam et”/s,
    )
  })

  it('the email about a new account names only providers if there are no sign-in links', () => {
    const text = textFor(['google.com', 'microsoft.com'])
    expect(text).toContain('press “Continue with Google” or “Continue with Microsoft” on')
    expect(text).not.toContain('email link')
  })
})

it.each([
  ['en', 'press “Continue with Initech staff”'],
  ['tr', '“Initech çalışanları ile devam et”'],
] as const)(
  'the email about an account’s own method names the button as the config does, in the language %s (K1e)',
  (language, button) => {
    const label = { en: 'Initech staff', tr: 'Initech çalışanları' }
    const { text } = compose({
      ...draft,
      topic: 'sign-in-by-method',
      language,
      methods: ['oidc.initech'],
      configured: ['google.com', { provider: 'oidc.initech', label }],
    })
    expect(text).toContain(button)
  },
)

describe('names in emails', () => {
  it.each(['Ayşe', 'D’Arcy', "Noe' Fabio", 'Anne-Marie', 'J. K.', 'Zoe\u0308', '李', 'فاطمة', 'Ö'])(
    'an email greets %s by that name',
    (firstName) => {
      expect(compose({ ...draft, firstName }).text.split('\n')[0]).toBe(`Hello ${firstName},`)
    },
  )

  it.each([
    'https://evil.test',
    'evil.test',
    'evil.\u034ftest',
    'evil.\ufe0ftest',
    'You won: evil.test/prize',
    'Call +90 555 000 00 00',
    'mail me@evil.test',
    'Ayşe\r\n\r\nVisit us',
    '<img src=x onerror=alert(1)>',
    'Your account was closed and your money is now with us',
  ])('an email has no name in its greeting if the name could be a message: %j', (firstName) => {
    for (const language of ['tr', 'en'] as const) {
      const { text, html } = compose({ ...draft, language, firstName })
      expect(text.split('\n')[0]).toMatch(/^(?:Merhaba|Hello),$/)
      expect(`${text}${html}`).not.toMatch(/evil|img|555|money|Visit/)
    }
  })
})

describe('the product name in emails', () => {
  it('a product name with HTML is shown as text', () => {
    const { html, text } = compose({ ...draft, product: '<b>X</b> & "Öz"' })
    expect(html).not.toContain('<b>')
    expect(html).toContain('&#60;b&#62;X&#60;/b&#62; &#38; &#34;Öz&#34;')
    expect(text).toContain('<b>X</b> & "Öz"')
  })

  it('a product name cannot add lines to an email', () => {
    const { subject } = compose({ ...draft, product: 'Example\nBcc: x@evil.test' })
    expect(subject).not.toContain('\n')
  })
})
