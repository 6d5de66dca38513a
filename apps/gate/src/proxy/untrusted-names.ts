/**
 * What a client claims by a header, if an application trusts it from a reverse proxy: who the user is, where the
 * request comes from, or which URL, host or method it is for. A list of names would never be complete, so rules match
 * them. `docs/gate.md` lists what the rules cover.
 */
export function claimOf(lowerCaseName: string): 'user' | 'target' | 'origin' | undefined {
  // Browsers set these headers themselves, and a page cannot. `Sec-Fetch-User` is not about the user.
  if (lowerCaseName.startsWith('sec-')) return undefined
  if (user.test(lowerCaseName)) return 'user'
  if (target.test(lowerCaseName)) return 'target'
  return origin.test(lowerCaseName) ? 'origin' : undefined
}

const anyOf = (...lines: string[]) => `(?:${lines.join(' ').replaceAll(' ', '|')})`

const userFamilies = anyOf(
  'remote- x-remote- x-auth-request- x-authenticated- x-authentik- x-webauth- x-pomerium- x-vouch-',
  'x-sso- x-saml- x-oidc- oidc- x-amzn-oidc- x-ms-client-principal x-ms-token- cf-access- tailscale-',
  'x-consumer- x-credential- x-ssl- ssl- x-anonymous-consumer impersonate- shib- sm-',
)

/** `User-Agent` and `X-User-Agent` do not match, because they end in another word. */
const user = new RegExp(
  [
    `^${userFamilies}`,
    '(?:^|-)[a-z]*user(?:name|id)?$',
    '(?:^|-)user-?(?:info|claims|dn)$',
    '(?:^|-)user-(?:id|name|email|groups?|roles?)$',
    '^x-(?:[a-z0-9-]+-)?(?:e?mail|principal|groups?|roles?|subject|claims|upn|eppn)$',
    '^x-jwt-(?:assertion|payload)$',
    'client-?cert|client-(?:s-)?(?:dn|verify)$',
  ].join('|'),
)

// CGI and similar interfaces read `Proxy` as the variable HTTP_PROXY.
const targetFamilies = anyOf(
  'forwarded x-forwarded x-original- x-rewrite- x-envoy- x-accel- x-sendfile- x-middleware- x-iap- proxy',
  'front-end-https$',
)
const targetWords = anyOf(
  'original orig real true rewritten forward forwarded http url request client remote proxy proxied',
  'server public external base script arr backend upstream method path host',
)
const targetEnds = anyOf(
  'host hostname host-name server-name script-name port scheme proto protocol https ssl tls method',
  'path uri url prefix override',
)

/** With `x-`, the whole name must consist of such words, because applications have other headers about URLs. */
const target = new RegExp(`^${targetFamilies}|^x-(?:${targetWords}-)*${targetEnds}$`)

const origin = new RegExp(
  [
    '^(?:x-appengine-|x-azure-|cloudfront-viewer-|cf-ip|x-vercel-ip-|x-client-geo-)',
    '(?:^|-)(?:client|real|remote|socket|user|src|source|connecting|forwarded)?ip(?:v?[46])?$',
    '(?:^|-)(?:addr|address|country|country-code)$',
  ].join('|'),
)
