import { createHash } from 'node:crypto'
import { hashOf } from '@foyer/contract/reference'
import { describe, expect, it } from 'vitest'
import type { GateErrorCode } from '../errors/gate-error.ts'
import { gateMessages, type PageName } from '../messages/gate-messages.ts'
import { createPages } from './page-answer.ts'
import { createLayout, type GateBranding } from './page-layout.ts'

const ours: GateBranding = { productName: 'Foyer', logo: undefined, accent: undefined }
const theirs: GateBranding = {
  productName: 'Acme <Portal>',
  logo: 'data:image/png;base64,AAAA',
  accent: '#7a1f3d',
}
const names = Object.keys(gateMessages.en.pages) as PageName[]

describe.each(['en', 'tr'] as const)('the pages of the gate in the language %s', (language) => {
  it.each(names)('the page %s has the name and the logo of the product', (name) => {
    const { title, text } = gateMessages[language].pages[name]
    const html = createLayout(ours).htmlOf(language, name, {})
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).toContain(`<title>${title} · Foyer</title>`)
    expect(html).toContain(`<h1>${title}</h1><p>${text}</p>`)
    expect(html).toMatch(/<header class="brand"><svg .*<span translate="no">Foyer<\/span>/)
    expect(html).not.toMatch(/undefined|\{\{/)
  })

  it('a deployment’s name, logo and accent are on the page', () => {
    const layout = createLayout(theirs)
    const link = { href: '/', label: 'home' } as const
    const html = layout.htmlOf(language, 'refused', { link })
    expect(html).toContain(
      '<img src="data:image/png;base64,AAAA" alt=""><span translate="no">Acme &lt;Portal&gt;</span>',
    )
    expect(html).toMatch(/>(?:Go to )?Acme &lt;Portal&gt;(?: uygulamasına git)?<\/a>/)
    expect(html).toContain('--action:#7a1f3d')
    expect(html).not.toContain('<Portal>')
  })
})

it('the policy of a page allows its styles, and an image only if the deployment has a logo', () => {
  for (const branding of [ours, theirs]) {
    const layout = createLayout(branding)
    const [, style = ''] = /<style>(.*)<\/style>/s.exec(layout.htmlOf('en', 'refused', {})) ?? []
    expect(layout.policy).toContain(
      `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    )
    expect(layout.policy.includes('img-src data:')).toBe(branding === theirs)
    expect(layout.policy).not.toContain('unsafe')
  }
})

it('after the session has ended, a user who sent a form is told what to do in three steps', () => {
  const html = createLayout(ours).htmlOf('en', 'sessionEnded', {})
  expect(html).toContain(
    '<p>What you sent was not saved.</p><ol><li>Sign in again in a new tab.</li>' +
      '<li>Return here and press Back.</li><li>Send it again.</li></ol>',
  )
})

const failureAt = (code: GateErrorCode, language: string) =>
  createPages({ branding: ours, now: () => Date.UTC(2026, 10, 28, 14, 30) / 1000 }).failure(
    {
      httpVersion: '1.1',
      headers: { accept: 'text/html', 'accept-language': language },
      rawHeaders: [],
    },
    code,
  )

it('the page of a failure has a reference in the format of the sign-in page', () => {
  const reference = `<span translate="no">${hashOf('unreachable')}-281430</span>`
  expect(failureAt('unreachable', 'en').body).toContain(`Reference: ${reference}`)
  expect(failureAt('unreachable', 'tr').body).toContain(`Destek kodu: ${reference}`)
})

it('the reference has a button that a script copies it with, in the language of the page', () => {
  const { body, headers } = failureAt('unreachable', 'tr')
  expect(body).toContain(
    '<button type="button" class="copy" hidden data-copied="Kopyalandı" data-selected="Seçildi. Şimdi kopyalayabilirsiniz.">Kopyala</button><output></output>',
  )
  const [, script = ''] = /<script>(.*)<\/script>/s.exec(body) ?? []
  expect(headers['content-security-policy']).toContain(
    `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
})

it.each([
  [
    'help@acme.example',
    `href="mailto:help@acme.example?subject=Reference%3A%20K7Q2-281430" translate="no">help@acme.example</a>`,
  ],
  [
    'https://acme.example/?a=1&b=2',
    `href="https://acme.example/?a=1&amp;b=2" translate="no">https://acme.example/?a=1&amp;b=2</a>`,
  ],
])('the page of a failure has the contact %s', (contact, link) => {
  const html = createLayout({ ...ours, contact }).htmlOf('en', 'unreachable', {
    reference: 'K7Q2-281430',
  })
  expect(html).toContain(`<p class="help">Help: <a ${link}</p>`)
  expect(
    createLayout(ours).htmlOf('en', 'unreachable', { reference: 'K7Q2-281430' }),
  ).not.toContain('class="help"')
})

it.each([
  ['en', ["Your company's sign-in (oidc.initech)", 'Acme', 'GitHub', 'Phone number']],
  ['tr', ['Şirketinizin giriş yöntemi (oidc.initech)', 'Acme', 'GitHub', 'Telefon numarası']],
] as const)(
  'a rejected user reads what the sign-in methods are called, on the page and in the text for support: %s',
  (language, [own, ...others]) => {
    const html = createLayout(ours).htmlOf(language, 'notAllowed', {
      reference: 'K7Q2-281430',
      account: {
        name: 'ayse@acme.example',
        provider: 'oidc.initech',
        tenantId: 'Acme-x1y2z',
        reason: 'provider',
        allowed: ['saml.acme', 'github.com', 'phone'],
        providerNames: { 'saml.acme': 'Acme' },
      },
    })
    expect(html).toContain(`<dd translate="no">${own}</dd>`)
    expect(html).toContain(`<dd translate="no">${others.join(', ')}</dd>`)
    expect(html.split(others.join(', '))).toHaveLength(3)
    expect(html).not.toContain('saml.acme')
  },
)

it('a user of a sign-in service that is not asked for a choice of an account reads that it may choose the same one again (K2)', () => {
  const pageFor = (provider: string) =>
    createLayout(ours).htmlOf('en', 'notAllowed', {
      account: { name: 'a@b.example', provider, tenantId: 'Acme-x1y2z', reason: 'claim' },
    })
  const hint = 'sign out there first'
  for (const provider of ['saml.acme', 'apple.com']) expect(pageFor(provider)).toContain(hint)
  for (const provider of ['google.com', 'github.com', 'phone', 'password'])
    expect(pageFor(provider)).not.toContain(hint)
})

it('a page that cannot be opened has a link to the start page, but none under a foreign host name', () => {
  expect(failureAt('request-target', 'en').body).toContain('<a href="/"')
  expect(failureAt('unknown-host', 'en').body).not.toContain('<a ')
})
