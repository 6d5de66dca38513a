import { brotliDecompressSync } from 'node:zlib'
import type { Prerender } from '@foyer/contract/prerender'
import { describe, expect, it } from 'vitest'
import type { Settings } from '../settings.ts'
import { indexHtml } from '../testing/page-fixture.ts'
import { createSettings } from '../testing/settings-fixture.ts'
import type { ProjectAnswer } from './project-lookup.ts'
import { createSignInPage } from './sign-in-page.ts'

const address = 'https://www.googleapis.com/lookup?key=a&b'
const project: ProjectAnswer['project'] = {
  projectId: '12345',
  authorizedDomains: ['login.example.com', 'iap.googleapis.com'],
}
const answer: ProjectAnswer = { body: JSON.stringify(project), project }

interface Circumstances {
  settings?: Settings
  current?: ProjectAnswer | null
}

function scene({ settings = createSettings(), current = answer }: Circumstances = {}) {
  const rendered: (string | null)[] = []
  const prerender: Prerender['prerender'] = (_config, tenantId, year) => {
    rendered.push(tenantId)
    return `<template>${tenantId} ${year} $&</template>`
  }
  const signInPage = createSignInPage(settings, {
    html: indexHtml,
    prerender,
    lookup: { address, current: () => current },
    now: () => new Date('2031-05-05'),
    onFailure() {},
  })
  return {
    rendered,
    signInPage,
    html: async (target: string) => (await signInPage(target)).body.toString(),
  }
}

function request(changes: Record<string, string> = {}, path = '/'): string {
  const query = new URLSearchParams({
    mode: 'login',
    apiKey: createSettings().config.apiKey,
    tid: 'acme-1a2b3',
    redirect_uri: 'https://iap.googleapis.com/x:handleRedirect',
    state: 'state',
    ...changes,
  })
  return `${path}?${query.toString()}`
}

function withTenants(...ids: string[]): Settings {
  const settings = createSettings()
  const tenants = Object.fromEntries(ids.map((id) => [id, { name: id }]))
  return { ...settings, config: { ...settings.config, tenants } }
}

describe('valid sign-in requests', () => {
  it.each(['login', 'reauth'])(
    'the HTML for a valid %s request has the buttons and is marked as checked (A1b)',
    async (mode) => {
      const html = await scene().html(request({ mode }))
      expect(html).toContain('<template> 2031 $&</template>')
      expect(html).toContain(' data-checked-at="https://login.example.com"')
      expect(html).toContain(` data-project="${answer.body.replaceAll('"', '&quot;')}"`)
      expect(html).toContain(' data-lookup="https://www.googleapis.com/lookup?key=a&amp;b"')
    },
  )

  it.each([
    ['with the branding of the tenant', 'acme-1a2b3', 'acme-1a2b3'],
    ['with the branding of the project', '_12345', null],
  ])('the buttons are rendered %s', async (_look, tid, expected) => {
    const { html, rendered } = scene({
      settings: withTenants('acme-1a2b3', '_12345'),
    })
    await html(request({ tid }))
    expect(rendered).toEqual([expected])
  })

  it('the page is rendered once, and once for all tenants that are not in the config', async () => {
    const { signInPage, rendered } = scene()
    const pages = await Promise.all(['a', 'b'].map((tid) => signInPage(request({ tid }))))
    expect(pages[0]).toBe(pages[1])
    expect(rendered).toEqual([''])
  })

  it('the HTML has the config with the settings of the named tenant alone (F1b)', async () => {
    const settings = withTenants('acme-1a2b3', 'globex-4c5d6')
    const expected = { ...settings.config, tenants: { 'acme-1a2b3': { name: 'acme-1a2b3' } } }
    const html = await scene({ settings }).html(request())
    const body = / data-config="([^"]*)"/.exec(html)?.[1]?.replaceAll('&quot;', '"')
    expect(JSON.parse(body ?? '')).toEqual(expected)
    expect(html).not.toContain('globex')
  })

  it('a config that would not fit into the first packets is left for a request of its own', async () => {
    const settings = createSettings()
    const branding = { productName: 'A'.repeat(4000) }
    const html = await scene({
      settings: { ...settings, config: { ...settings.config, branding } },
    }).html(request())
    expect(html).toContain(' data-project=')
    expect(html).not.toContain(' data-config=')
  })

  it('a URL with several tenants gets no config, because each combination would be a page of its own', async () => {
    const { html } = scene({ settings: withTenants('acme-1a2b3', 'globex-4c5d6') })
    expect(await html(`${request()}&tid=globex-4c5d6`)).not.toContain(' data-config=')
  })

  it('the page is compressed for browsers that accept it', async () => {
    const { signInPage, html } = scene()
    const { body, encoding } = await signInPage(request(), { encoding: 'br' })
    expect(encoding).toBe('br')
    expect(brotliDecompressSync(body).toString()).toBe(await html(request()))
  })

  it('the policy of the buttons of a tenant allows images from its hosts only, and that of a choice from any (K5a)', async () => {
    const settings = withTenants('acme-1a2b3', 'globex-4c5d6')
    const logoUrl = 'https://images.acme.example/a.svg'
    settings.config.tenants = {
      'acme-1a2b3': { name: 'Acme', logoUrl },
      'globex-4c5d6': { name: 'Globex' },
    }
    const { signInPage } = scene({ settings })
    const images = async (changes: Record<string, string>) => {
      const { headers } = await signInPage(request(changes))
      return /img-src [^;]*/.exec(headers['content-security-policy'] ?? '')?.[0]
    }
    expect(await images({})).toBe("img-src 'self' https://images.acme.example")
    expect(await images({ tid: 'globex-4c5d6' })).toBe("img-src 'self'")
    expect(await images({ mode: 'selectAuthSession' })).toBe("img-src 'self' https:")
  })

  it('while too many new versions wait, the page is sent without config and buttons, and versions that exist as they are', async () => {
    const tenants = Array.from({ length: 200 }, (_each, index) => `tenant-${index}`)
    const { signInPage, rendered } = scene({ settings: withTenants(...tenants) })
    const ask = async (tid: string) => {
      const page = await signInPage(request({ tid }), { encoding: 'br' })
      return brotliDecompressSync(page.body).toString()
    }
    const [known = ''] = tenants
    const prepared = await ask(known)
    const walk = tenants.slice(1).map(ask)
    expect(await ask(known)).toBe(prepared)
    const pages = await Promise.all(walk)
    const bare = pages.filter((html) => !html.includes('<template>'))
    expect(bare.length).toBeGreaterThan(100)
    expect(new Set(bare).size).toBe(1)
    expect(bare[0]).not.toContain('data-config')
    expect(bare[0]).toContain('data-gates')
    expect(rendered).toHaveLength(pages.length + 1 - bare.length)
    // They are rendered when they are requested again.
    expect(await ask(tenants.at(-1) ?? '')).toContain('<template>')
  })

  it('the page is sent without buttons if their rendering fails', async () => {
    const failures: unknown[] = []
    const signInPage = createSignInPage(createSettings(), {
      html: indexHtml,
      prerender() {
        throw new Error('not today')
      },
      lookup: { address, current: () => answer },
      now: () => new Date(),
      onFailure: (error) => failures.push(error),
    })
    expect((await signInPage(request())).body.toString()).toContain('WELCOME')
    expect(failures).toHaveLength(1)
  })
})

describe('while the project is unknown', () => {
  it('the page has the buttons, and the browser connects early for the project lookup', async () => {
    const { html, signInPage } = scene({ current: null })
    const sent = await html(request())
    expect(sent).toContain('<template>')
    expect(sent).toContain(' data-lookup=')
    expect(sent).not.toContain('data-project')
    expect(sent).not.toContain('data-checked-at')
    const { headers } = await signInPage(request())
    expect(headers['link']).toBe('<https://www.googleapis.com>; rel=preconnect; crossorigin')
  })

  it('once the project is known, the browser makes no early connection', async () => {
    const { headers } = await scene().signInPage(request())
    expect(headers).not.toHaveProperty('link')
  })
})

describe('requests whose first screen has no buttons', () => {
  it.each([
    ['if the redirect URL is not in the project', { redirect_uri: 'https://evil.test/' }],
    ['if the tenant belongs to another project', { tid: '_1' }],
    ['for a sign-out', { mode: 'signout' }],
    ['for a choice of a company', { mode: 'selectAuthSession' }],
  ])('the page has no buttons and is not marked as checked %s', async (_case, changes) => {
    const html = await scene().html(request(changes))
    expect(html).toContain(' data-project=')
    expect(html).not.toContain('<template>')
    expect(html).not.toContain('data-checked-at')
  })

  it('the page has no buttons if its own origin is not in the project', async () => {
    const settings = createSettings({ publicUrl: 'https://other.example' })
    expect(await scene({ settings }).html(request())).not.toContain('data-checked-at')
  })

  it.each(['/welcome', '/registration'])('the page has no buttons at %s', async (path) => {
    expect(await scene().html(request({}, path))).not.toContain('<template>')
  })
})

describe('invalid requests', () => {
  it.each([
    ['another API key', request({ apiKey: 'other' })],
    ['an unknown mode', request({ mode: 'x' })],
    ['a redirect URL without https', request({ redirect_uri: 'http://a.example/' })],
    ['a request without a state', request({ state: '' })],
    ['a URL without a sign-in request', '/'],
    ['a request target with another host', '//evil.test/?mode=login'],
    ['a request target that is no URL', '/?%'],
  ])('the page has no project data for %s', async (_fault, target) => {
    const html = await scene().html(target)
    expect(html).not.toContain('data-lookup')
    expect(html).not.toContain('data-project')
    expect(html).not.toContain('<template>')
  })

  it('the page has no project data for a tenant that is not served', async () => {
    const { html } = scene({ settings: withTenants('globex-4c5d6') })
    expect(await html(request())).not.toContain('data-lookup')
  })
})

it('with an emulator, the browser does not connect early to a provider’s page', async () => {
  const { config } = createSettings()
  const settings = createSettings({
    config: { ...config, emulatorUrl: 'http://localhost:4000' },
  })
  expect(await scene({ settings }).html('/')).not.toContain('data-auth-origin')
})

it('page data cannot end its HTML attribute', async () => {
  const settings = createSettings({ gateOrigins: ['https://a"b&.example'] })
  expect(await scene({ settings }).html('/')).toContain(
    'data-gates="https://iap.googleapis.com https://a&quot;b&amp;.example"',
  )
})

it('page data cannot replace the placeholder of the buttons', async () => {
  const body = '{"projectId":"12345","authorizedDomains":["<!-- prerendered -->"]}'
  const html = await scene({ current: { body, project } }).html(request())
  expect(html).toContain(` data-project="${body.replaceAll('"', '&quot;')}"`)
  expect(html.match(/<template>/g)).toHaveLength(1)
})
