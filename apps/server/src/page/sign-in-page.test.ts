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
  const drawn: (string | null)[] = []
  const prerender: Prerender['prerender'] = (_config, tenantId, year) => {
    drawn.push(tenantId)
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
    drawn,
    signInPage,
    html: async (target: string) => (await signInPage(target)).plain.toString(),
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

describe('a request of the project', () => {
  it.each(['login', 'reauth'])(
    'to %s is sent its buttons in the HTML, checked (A1b)',
    async (mode) => {
      const html = await scene().html(request({ mode }))
      expect(html).toContain('<template> 2031 $&</template>')
      expect(html).toContain(' data-checked-at="https://login.example.com"')
      expect(html).toContain(` data-project="${answer.body.replaceAll('"', '&quot;')}"`)
      expect(html).toContain(' data-lookup="https://www.googleapis.com/lookup?key=a&amp;b"')
    },
  )

  it.each([
    ['in the look of its tenant', 'acme-1a2b3', 'acme-1a2b3'],
    ['in that of the project', '_12345', null],
  ])('is drawn %s', async (_look, tid, expected) => {
    const { html, drawn } = scene({
      settings: withTenants('acme-1a2b3', '_12345'),
    })
    await html(request({ tid }))
    expect(drawn).toEqual([expected])
  })

  it('is made once, and once for all tenants that the config does not name', async () => {
    const { signInPage, drawn } = scene()
    const pages = await Promise.all(['a', 'b'].map((tid) => signInPage(request({ tid }))))
    expect(pages[0]).toBe(pages[1])
    expect(drawn).toEqual([''])
  })

  it('goes over the line compressed, and is kept by no cache', async () => {
    const { compressed, plain, cacheControl, etag } = await scene().signInPage(request())
    expect(brotliDecompressSync(compressed.br ?? '')).toEqual(plain)
    expect([cacheControl, etag]).toEqual(['no-store', null])
  })

  it('is not refused because its buttons cannot be drawn', async () => {
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
    expect((await signInPage(request())).plain.toString()).toContain('WELCOME')
    expect(failures).toHaveLength(1)
  })
})

describe('before the project is known', () => {
  it('the page has its buttons and asks by itself, connected to from the start', async () => {
    const { html, signInPage } = scene({ current: null })
    const sent = await html(request())
    expect(sent).toContain('<template>')
    expect(sent).toContain(' data-lookup=')
    expect(sent).not.toContain('data-project')
    expect(sent).not.toContain('data-checked-at')
    const { headers } = await signInPage(request())
    expect(headers['link']).toBe('<https://www.googleapis.com>; rel=preconnect; crossorigin')
  })

  it('nothing is connected to once it is', async () => {
    const { headers } = await scene().signInPage(request())
    expect(headers).not.toHaveProperty('link')
  })
})

describe('no buttons are sent, and nothing is called checked,', () => {
  it.each([
    ['where the redirect address is not in the project', { redirect_uri: 'https://evil.test/' }],
    ['where the tenant is another project’s', { tid: '_1' }],
    ['to sign out', { mode: 'signout' }],
    ['to choose a company', { mode: 'selectAuthSession' }],
  ])('%s', async (_case, changes) => {
    const html = await scene().html(request(changes))
    expect(html).toContain(' data-project=')
    expect(html).not.toContain('<template>')
    expect(html).not.toContain('data-checked-at')
  })

  it('where the page itself is not in the project', async () => {
    const settings = createSettings({ publicUrl: 'https://other.example' })
    expect(await scene({ settings }).html(request())).not.toContain('data-checked-at')
  })

  it.each(['/welcome', '/registration'])('at %s', async (path) => {
    expect(await scene().html(request({}, path))).not.toContain('<template>')
  })
})

describe('nothing is told of', () => {
  it.each([
    ['another API key', request({ apiKey: 'other' })],
    ['an unknown mode', request({ mode: 'x' })],
    ['a redirect address without encryption', request({ redirect_uri: 'http://a.example/' })],
    ['no state', request({ state: '' })],
    ['no request at all', '/'],
    ['a target that is another host’s', '//evil.test/?mode=login'],
    ['a target that is no address', '/?%'],
  ])('%s', async (_fault, target) => {
    const html = await scene().html(target)
    expect(html).not.toContain('data-lookup')
    expect(html).not.toContain('data-project')
    expect(html).not.toContain('<template>')
  })

  it('a tenant that is not served', async () => {
    const { html } = scene({ settings: withTenants('globex-4c5d6') })
    expect(await html(request())).not.toContain('data-lookup')
  })
})

it('beside an emulator no connection to a provider’s page is made', async () => {
  const { config } = createSettings()
  const settings = createSettings({
    config: { ...config, emulatorUrl: 'http://localhost:4000' },
  })
  expect(await scene({ settings }).html('/')).not.toContain('data-auth-origin')
})

it('what the page is told ends no attribute', async () => {
  const settings = createSettings({ gateOrigins: ['https://a"b&.example'] })
  expect(await scene({ settings }).html('/')).toContain(
    'data-gates="https://iap.googleapis.com https://a&quot;b&amp;.example"',
  )
})

it('what the page is told is never taken for the place of the drawing', async () => {
  const body = '{"projectId":"12345","authorizedDomains":["<!-- prerendered -->"]}'
  const html = await scene({ current: { body, project } }).html(request())
  expect(html).toContain(` data-project="${body.replaceAll('"', '&quot;')}"`)
  expect(html.match(/<template>/g)).toHaveLength(1)
})
