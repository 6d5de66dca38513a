import { reported } from '@foyer/claims'
import { describe, expect, it } from 'vitest'
import { isAuthorized } from '../project/project.ts'
import { parseRedirectUri, parseReturnUrl } from './redirect-uri.ts'
import { hostileProject } from '../testing/hostile-parameters.ts'
import { redirectUris } from '../testing/hostile-redirect-uris.ts'

function isTrusted(
  text: string,
  domains: readonly string[] = hostileProject.authorizedDomains,
): boolean {
  try {
    return isAuthorized(parseRedirectUri(text).href, domains)
  } catch {
    return false
  }
}

describe('a redirect URL', () => {
  it.each(redirectUris)('the redirect URL %s: %s %j, %s', (_id, decision, text) => {
    expect(isTrusted(text)).toBe(decision === 'accept')
  })

  const rows = ['01', '03', '04', '05', '06', '07', '08', '09', '10']
  it.each(rows.flatMap((row) => reported(`UR-${row}`)))(
    'the redirect URL $input is $expected ($id)',
    ({ input, expected }) => {
      expect(isTrusted(input, ['example.com', 'localhost']) ? 'accepted' : 'refused').toBe(expected)
    },
  )

  it.each([
    'http://gate.example.com/',
    'http://127.0.0.1/',
    'http://localhost.example.com/',
    'http://sub.localhost/',
    'ftp://gate.example.com/',
    'javascript:alert(1)',
    'data:text/html,x',
    '//gate.example.com/',
  ])(
    'the redirect URL %s, neither https nor http on localhost, is refused with Invalid URL (D4a)',
    (text) => {
      expect(() => parseRedirectUri(text)).toThrow('Invalid URL')
    },
  )

  it.each([
    'https:/evil.example',
    '/\t/evil.example',
    '\\/\\/evil.example/',
    'java\tscript:alert(1)',
    'https://a@b@gate.example.com/',
    'https://@gate.example.com/',
    'https://evil.example\\@gate.example.com/',
    'https://gate.example.com%2eevil.example/',
    'https://gate.example.com:/cb',
    'https://gate.example.com/%',
    'https://gate.example.com/%2e%2e/admin',
    'https://gate.example.com/a%5cb',
    'https://gate.example.com/#',
    'https://gate.example.com/%2g',
    'https://gate.example.com/%1f',
    'https://gate.example.com/%0A',
    'https://gate.example.com/%10',
    'https://gate.example.com/%7F',
    'https://gate.example.com/?a={b',
    'https://gate!.example.com/',
    'https://gate.example.com:1:2/',
    'https://gate.example.com:0000443/',
    'https://gate.example.com:99999/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https:gate.example.com/?https://gate.example.com',
    `https://${'a.'.repeat(130)}corp.example/`,
    `https://${'a'.repeat(64)}.corp.example/`,
  ])('the redirect URL %j is refused as an invalid URL', (text) => {
    expect(() => parseRedirectUri(text)).toThrow('Invalid URL')
  })

  it.each([
    ['https://gate.example.com:443/cb', 'https://gate.example.com/cb'],
    ['HTTPS://GATE.example.com/cb', 'https://gate.example.com/cb'],
    ['http://localhost:3000/', 'http://localhost:3000/'],
    ['https://gate.example.com', 'https://gate.example.com/'],
    ['https://gate.example.com?a=1', 'https://gate.example.com/?a=1'],
    ['https://gate.example.com/a//b/?x=%2F', 'https://gate.example.com/a//b/?x=%2F'],
  ])('the redirect URL %s is read as %s', (text, href) => {
    expect(parseRedirectUri(text).href).toBe(href)
  })

  const label = 'a'.repeat(63)
  it.each([
    ['its longest text', `https://gate.example.com/${'x'.repeat(2_048 - 25)}`],
    ['its longest label', `https://${label}.example.com/`],
    ['its longest host', `https://${`${label}.`.repeat(3)}${'a'.repeat(61)}/`],
  ])('a redirect URL with %s is accepted, and refused with one character more', (_what, text) => {
    expect(parseRedirectUri(text).href).toBe(text)
    const longer = text.includes('x'.repeat(9)) ? `${text}x` : text.replace('//a', '//aa')
    expect(() => parseRedirectUri(longer)).toThrow('Invalid URL')
  })

  // A pattern that backtracks needs minutes for the first of these. Otherwise a few milliseconds are enough, even on a
  // busy machine.
  it('a redirect URL is validated at once, whatever its length and characters', () => {
    const startedAt = performance.now()
    for (const part of ['a', '-', 'a-', '.', 'a.', '%2e', '/', '/.', ':', '@', '[']) {
      expect(isTrusted(`https://${part.repeat(2_000 / part.length)}!.example.com/`)).toBe(false)
    }
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })
})

describe('a URL to return to', () => {
  it.each([
    'https://app.corp.example/a{b}|c?q="x y"#row2',
    'http://localhost:4100/some/page?x=1',
    'https://app.corp.example:8443/',
  ])('the URL %s is accepted to return to', (text) => {
    expect(parseReturnUrl(text)?.href).toBe(new URL(text).href)
  })

  it('a URL of 65,536 characters is accepted to return to', () => {
    const text = `https://app.corp.example/${'x'.repeat(65_536 - 25)}`
    expect(parseReturnUrl(text)?.href).toBe(text)
    expect(parseReturnUrl(`${text}x`)).toBeNull()
  })

  it.each([
    undefined,
    null,
    7,
    '',
    '/reports',
    'https:/app.corp.example/',
    'https:\\\\app.corp.example/',
    ' https://app.corp.example/',
    'https://app.corp\t.example/',
    'https://app.corp.example/\n',
    'https://user:secret@app.corp.example/',
    'http://app.corp.example/',
    'http://127.0.0.1/',
    'https://[',
    `https://app.corp.example/${'x'.repeat(65_536)}`,
  ])('the URL %j is refused to return to', (text) => {
    expect(parseReturnUrl(text)).toBeNull()
  })
})
