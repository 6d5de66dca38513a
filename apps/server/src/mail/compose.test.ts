import { describe, expect, it } from 'vitest'
import { compose, type Letter } from './compose.ts'
import type { MailTopic } from './email-messages.ts'

const letter: Letter = {
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
]

describe.each(['tr', 'en'] as const)('a mail in %s', (language) => {
  it.each(topics)('about %s says everything in text and in HTML alike', (topic) => {
    const { subject, text, html } = compose({ ...letter, language, topic })
    expect(subject).toContain('Example')
    const visible = html.replace(/<head>.*<\/head>/s, '').replace(/<[^>]+>/g, ' ')
    for (const word of text.split(/:?\s+/)) expect(visible).toContain(word)
    expect(text).toContain(letter.link)
    expect(html.match(/href="([^"]+)"/g)).toEqual([
      `href="${letter.link}"`,
      `href="${letter.link}"`,
    ])
  })
})

describe('the mail about a new account names the buttons to press next time', () => {
  const textFor = (methods: string[], language: 'en' | 'tr' = 'en') =>
    compose({ ...letter, topic: 'account-created', language, methods }).text

  it('the sign-in link and those of the providers that the page offers', () => {
    const text = textFor(['email-link', 'google.com', 'phone'])
    expect(text).toContain('press “Sign in with an email link”')
    expect(text).toContain('you can press “Continue with Google” instead')
    expect(text).not.toMatch(/Microsoft|phone number/)
    expect(textFor(['email-link', 'google.com', 'microsoft.com'], 'tr')).toMatch(
      /“E-posta bağlantısıyla giriş yap”.*“Google ile devam et” veya “Microsoft ile devam et”/s,
    )
  })

  it('the providers alone where no links are sent', () => {
    const text = textFor(['google.com', 'microsoft.com'])
    expect(text).toContain('press “Continue with Google” or “Continue with Microsoft” on')
    expect(text).not.toContain('email link')
  })
})

describe('what a user typed', () => {
  it.each(['Ayşe', 'D’Arcy', "Noe' Fabio", 'Anne-Marie', 'J. K.', 'Zoe\u0308', '李', 'فاطمة', 'Ö'])(
    'greets %s as typed',
    (firstName) => {
      expect(compose({ ...letter, firstName }).text.split('\n')[0]).toBe(`Hello ${firstName},`)
    },
  )

  it.each([
    'https://evil.test',
    'evil.test',
    'You won: evil.test/prize',
    'Call +90 555 000 00 00',
    'mail me@evil.test',
    'Ayşe\r\n\r\nVisit us',
    '<img src=x onerror=alert(1)>',
    'Your account was closed and your money is now with us',
  ])('is no greeting when it is more than a name: %j', (firstName) => {
    for (const language of ['tr', 'en'] as const) {
      const { text, html } = compose({ ...letter, language, firstName })
      expect(text.split('\n')[0]).toMatch(/^(?:Merhaba|Hello),$/)
      expect(`${text}${html}`).not.toMatch(/evil|img|555|money|Visit/)
    }
  })
})

describe('what an operator set', () => {
  it('is text and nothing else', () => {
    const { html, text } = compose({ ...letter, product: '<b>X</b> & "Öz"' })
    expect(html).not.toContain('<b>')
    expect(html).toContain('&#60;b&#62;X&#60;/b&#62; &#38; &#34;Öz&#34;')
    expect(text).toContain('<b>X</b> & "Öz"')
  })

  it('adds no line of its own', () => {
    const { subject } = compose({ ...letter, product: 'Example\nBcc: x@evil.test' })
    expect(subject).not.toContain('\n')
  })
})
