import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Settings } from '../settings.ts'
import { createSettings } from '../testing/settings-fixture.ts'
import {
  contentSecurityPolicy,
  imageOriginsOf,
  imageOriginsOfAll,
} from './content-security-policy.ts'

const directivesOf = (html: string, settings = createSettings()) =>
  new Map(
    contentSecurityPolicy(
      html,
      settings,
    )(imageOriginsOfAll(settings.config))
      .split('; ')
      .map((directive) => directive.split(' '))
      .map(([name, ...values]) => [name, values]),
  )
const policyOf = (settings: Settings) => contentSecurityPolicy('', settings)([])
const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const withConfig = (config: object) => {
  const settings = createSettings()
  return { ...settings, config: { ...settings.config, ...config } }
}

describe('inline elements', () => {
  it('inline elements are allowed by the hash of their exact text', () => {
    const directives = directivesOf(
      '<style>\n a{}\n</style><script>go()</script ><SCRIPT type="module">import("/a.js")</SCRIPT>',
    )
    expect(directives.get('style-src')).toEqual(["'self'", sha256('\n a{}\n')])
    expect(directives.get('script-src')).toContain(sha256('go()'))
    expect(directives.get('script-src')).toContain(sha256('import("/a.js")'))
  })

  it('inline elements are hashed with the line breaks that the browser’s parser creates', () => {
    expect(directivesOf('<script>a()\r\nb()</script>').get('script-src')).toContain(
      sha256('a()\nb()'),
    )
  })

  it('script and style files are not taken for inline elements', () => {
    const { length } = directivesOf('').get('script-src') ?? []
    const html = '<script type="module" crossorigin src="/assets/a.js"></script>'
    expect(directivesOf(html).get('script-src')).toHaveLength(length)
  })
})

describe('the content security policy', () => {
  it('the policy allows nothing by default, and no inline code, eval or plugin', () => {
    const policy = policyOf(createSettings())
    expect(policy).toMatch(/^default-src 'none'; /)
    expect(policy).not.toMatch(/unsafe|\*|object-src/)
  })

  it.each([
    ['base-uri', ["'none'"]],
    ['form-action', ["'self'"]],
    ['frame-ancestors', ["'none'"]],
    ['require-trusted-types-for', ["'script'"]],
    ['upgrade-insecure-requests', []],
  ])('the policy has %s', (name, values) => {
    expect(directivesOf('').get(name)).toEqual(values)
  })

  it('the policy allows connections only to the configured origins', () => {
    const settings = withConfig({
      functionUrl: 'https://functions.example.com/link',
      methods: ['google.com'],
    })
    expect(directivesOf('', settings).get('connect-src')).toEqual([
      "'self'",
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
      'https://www.googleapis.com',
      'https://iap.googleapis.com',
      'https://app.corp.example',
      'https://functions.example.com',
    ])
  })

  it('the policy allows images only from the configured origins', () => {
    const settings = withConfig({
      branding: {
        logoUrl: 'https://cdn.example.com/a.svg',
        panelImageUrl: 'https://images.example.com/panel.webp',
      },
      tenants: { acme: { name: 'Acme', logoUrl: '/acme.svg' } },
    })
    expect(directivesOf('', settings).get('img-src')).toEqual([
      "'self'",
      'https://cdn.example.com',
      'https://images.example.com',
    ])
  })

  it('the policy does not name the image hosts of tenants, because everyone can read it (K5a)', () => {
    const settings = withConfig({
      branding: { logoUrl: 'https://cdn.example.com/a.svg' },
      tenants: { acme: { name: 'Acme', panelImageUrl: 'https://images.acme.example/a.webp' } },
    })
    expect(directivesOf('', settings).get('img-src')).toEqual([
      "'self'",
      'https://cdn.example.com',
      'https:',
    ])
  })

  it('the policy allows the icons of sign-in methods, and those of tenants without naming their hosts (K1a)', () => {
    const provider = (id: 'oidc.one' | 'oidc.two', host: string) => ({
      provider: id,
      icon: `https://${host}/icon.svg`,
    })
    const settings = withConfig({
      methods: ['google.com', provider('oidc.one', 'one.example')],
      tenants: { acme: { name: 'Acme', methods: [provider('oidc.two', 'acme.example')] } },
    })
    expect(directivesOf('', settings).get('img-src')).toEqual([
      "'self'",
      'https://one.example',
      'https:',
    ])
    expect(imageOriginsOf(settings.config)).toEqual(['https://one.example', 'https://acme.example'])
  })

  it('the policy allows what the methods of a tenant need, if the deployment has others', () => {
    const settings = withConfig({
      methods: ['phone'],
      tenants: { acme: { name: 'Acme', methods: ['google.com'] } },
    })
    expect(directivesOf('', settings).get('script-src')).toContain('https://apis.google.com')
  })

  it('the policy of a page for one tenant allows images from its hosts and no others', () => {
    const { config } = withConfig({
      branding: { logoUrl: 'https://cdn.example.com/a.svg' },
      tenants: { acme: { name: 'Acme', logoUrl: 'https://images.acme.example/a.svg' } },
    })
    expect(imageOriginsOf(config)).toEqual([
      'https://cdn.example.com',
      'https://images.acme.example',
    ])
  })

  it('the policy does not grow with the image hosts of tenants, because browsers refuse a long header', () => {
    const tenants = Array.from({ length: 10_000 }, (_each, index) => [
      `tenant-${index}`,
      { name: 'Acme', logoUrl: `https://images-${index}.example/a.svg` },
    ])
    const settings = withConfig({ tenants: Object.fromEntries(tenants) })
    expect(directivesOf('', settings).get('img-src')).toEqual(["'self'", 'https:'])
  })

  it('the policy lists the providers’ origins only if a provider is on', () => {
    const phoneAlone = directivesOf('', withConfig({ methods: ['phone'] }))
    expect(phoneAlone.get('script-src')).not.toContain('https://apis.google.com')
    expect(phoneAlone.get('frame-src')).not.toContain('https://auth.example.com')
    expect(phoneAlone.get('trusted-types')).toEqual(['default', 'goog#html'])

    const all = directivesOf('')
    expect(all.get('script-src')).toContain('https://apis.google.com')
    expect(all.get('frame-src')).toContain('https://auth.example.com')
    expect(all.get('trusted-types')).toEqual(['default', 'gapi#gapi', 'goog#html'])
  })

  it('the policy lists the hosts of reCAPTCHA if phone sign-in is on, and no inline script (NW-07b)', () => {
    const withPhone = directivesOf('', withConfig({ methods: ['google.com', 'phone'] }))
    expect(withPhone.get('script-src')).toEqual(
      expect.arrayContaining([
        'https://www.google.com/recaptcha/',
        'https://www.gstatic.com/recaptcha/',
      ]),
    )
    expect(withPhone.get('connect-src')).toContain('https://www.google.com/recaptcha/')
    expect(withPhone.get('frame-src')).toEqual(
      expect.arrayContaining([
        'https://www.google.com/recaptcha/',
        'https://recaptcha.google.com/',
      ]),
    )
    expect(withPhone.get('script-src')).not.toContain("'unsafe-inline'")
  })

  it('the policy lists reCAPTCHA only if phone sign-in is on', () => {
    const providersAlone = withConfig({ methods: ['google.com', 'microsoft.com'] })
    expect(policyOf(providersAlone)).not.toContain('recaptcha')
    expect(policyOf(withConfig({ methods: ['phone'] }))).toContain('recaptcha')
    expect(policyOf(createSettings())).not.toContain('recaptcha')
  })

  it('the policy allows a frame of the emulator instead of the identity service', () => {
    const settings = withConfig({ emulatorUrl: 'http://localhost:4000', methods: ['google.com'] })
    expect(directivesOf('', settings).get('frame-src')).toEqual(['http://localhost:4000'])
  })

  it('the policy allows the page in a frame if an operator configures it', () => {
    const settings = createSettings({ frameAncestors: ['https://app.corp.example'] })
    expect(directivesOf('', settings).get('frame-ancestors')).toEqual(['https://app.corp.example'])
  })

  it('the policy upgrades no requests on http://localhost', () => {
    const settings = createSettings({ publicUrl: 'http://localhost:4000' })
    expect(directivesOf('', settings).has('upgrade-insecure-requests')).toBe(false)
  })
})
