import { describe, expect, it } from 'vitest'
import { compose, type Letter } from './compose.ts'
import type { MailTopic } from './words.ts'

const letter: Letter = {
  topic: 'confirm-address',
  language: 'en',
  product: 'Example',
  firstName: 'Ayşe',
  link: 'https://login.example.com/registration#confirmation=a.b.c',
}
const topics: MailTopic[] = ['account-created', 'confirm-address', 'already-registered']

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

describe('what a visitor typed', () => {
  it('is text and nothing else (FM-09)', () => {
    const { html, text } = compose({
      ...letter,
      firstName: '<img src=x onerror=alert(1)> & "Öz"',
      product: '<b>X</b>',
    })
    expect(html).not.toMatch(/<img|<b>/)
    expect(html).toContain('&#60;img src=x onerror=alert(1)&#62; &#38; &#34;Öz&#34;')
    expect(text).toContain('<img src=x onerror=alert(1)> & "Öz"')
  })

  it('adds no line of its own', () => {
    const { text, subject } = compose({
      ...letter,
      firstName: 'Ayşe\r\n\r\nVisit https://evil.test',
      product: 'Example\nBcc: x@evil.test',
    })
    expect(text.split('\n')[0]).toBe('Hello Ayşe Visit https://evil.test,')
    expect(subject).not.toContain('\n')
  })
})
