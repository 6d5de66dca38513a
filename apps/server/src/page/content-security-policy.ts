import { createHash } from 'node:crypto'
import { methodsOf } from '@foyer/contract/config'
import type { Branding, Config, Tenant } from '@foyer/contract/config'
import { idOf, isProvider } from '@foyer/contract/sign-in-methods'
import type { Method } from '@foyer/contract/sign-in-methods'
import type { HttpSettings } from '../http/http-settings.ts'
import type { PageSettings } from './page-settings.ts'

/** The policy of a version of the page. */
export type PolicyFor = (images: readonly string[]) => string

export interface Allowances
  extends Pick<HttpSettings, 'publicUrl'>, Pick<PageSettings, 'gateOrigins' | 'frameAncestors'> {
  config: Config
}

/**
 * The policy allows nothing by default, and an origin only if a feature that needs it is enabled. It allows
 * script files by origin and inline scripts by hash. docs/decisions/0004-server.md explains why it does not
 * use `strict-dynamic`.
 *
 * @returns a function of the origins from which this version shows images
 */
export function contentSecurityPolicy(html: string, allowances: Allowances): PolicyFor {
  const { config, gateOrigins, frameAncestors, publicUrl } = allowances
  const methods = allMethods(config).map(idOf)
  const hasProvider = methods.some(isProvider)
  const hasPhone = methods.includes('phone')

  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': [
      "'self'",
      ...hashesOf('script', html),
      ...when(hasProvider, 'https://apis.google.com'),
      ...when(hasPhone, 'https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'),
    ],
    'style-src': ["'self'", ...hashesOf('style', html)],
    'img-src': [],
    'font-src': ["'self'"],
    'connect-src': [
      "'self'",
      'https://identitytoolkit.googleapis.com',
      'https://securetoken.googleapis.com',
      'https://www.googleapis.com',
      'https://iap.googleapis.com',
      ...when(hasPhone, 'https://www.google.com/recaptcha/'),
      ...gateOrigins,
      ...externalOrigin(config.functionUrl),
      ...externalOrigin(config.emulatorUrl),
    ],
    'frame-src': [
      ...when(hasProvider, config.emulatorUrl ?? `https://${config.authDomain}`),
      ...when(hasPhone, 'https://www.google.com/recaptcha/', 'https://recaptcha.google.com/'),
    ],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': frameAncestors,
    'require-trusted-types-for': ["'script'"],
    // The page itself uses `default`. Google's two scripts create the other policies.
    'trusted-types': [
      'default',
      ...when(hasProvider, 'gapi#gapi'),
      ...when(hasProvider || hasPhone, 'goog#html'),
    ],
    ...(publicUrl.startsWith('https:') && { 'upgrade-insecure-requests': [] }),
  }
  return (images) => textOf({ ...directives, 'img-src': ["'self'", ...images] })
}

function textOf(directives: Record<string, string[]>): string {
  return Object.entries(directives)
    .map(([name, values]) => [
      name,
      ...(values.length > 0 || isFlag(name) ? unique(values) : ["'none'"]),
    ])
    .map((parts) => parts.join(' '))
    .join('; ')
}

/** The hashes of inline elements, computed from the text as the browser's parser will see it. */
function hashesOf(element: 'script' | 'style', html: string): string[] {
  const inline = new RegExp(
    `<${element}\\b(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${element}\\s*>`,
    'gi',
  )
  return Array.from(html.matchAll(inline), ([, text = '']) => {
    const digest = createHash('sha256').update(text.replace(/\r\n?/g, '\n')).digest('base64')
    return `'sha256-${digest}'`
  })
}

/**
 * The origins of the images of a page for these tenants alone. A page for one tenant has the config of that
 * tenant, so its policy reveals nothing more.
 */
export function imageOriginsOf({ branding = {}, methods, tenants = {} }: Config): string[] {
  return [
    ...originsIn(branding),
    ...iconOriginsIn(methods),
    ...Object.values(tenants).flatMap(originsInTenant),
  ]
}

/**
 * The origins of the images of a page that may show any tenant, such as the choice of a company. The policy is
 * sent to everyone, the host of a tenant's image could reveal a customer's name, and browsers and proxies refuse
 * a header with the hosts of thousands of tenants. So it lists only the deployment's own image hosts. If a tenant
 * has images, it allows images from any host.
 */
export function imageOriginsOfAll({ tenants = {}, ...general }: Config): string[] {
  const hasTenantImages = Object.values(tenants).some(
    (tenant) => originsInTenant(tenant).length > 0,
  )
  return [...imageOriginsOf(general), ...when(hasTenantImages, 'https:')]
}

/** The methods of the deployment and of every tenant. Anyone can open the page for any tenant. */
function allMethods(config: Config): Method[] {
  const ofTenants = Object.values(config.tenants ?? {}).flatMap(({ methods = [] }) => methods)
  return [...methodsOf(config, undefined), ...ofTenants]
}

function originsIn({ logoUrl, panelImageUrl }: Branding): string[] {
  return [logoUrl, panelImageUrl].flatMap(externalOrigin)
}

function iconOriginsIn(methods: readonly Method[] = []): string[] {
  return methods.flatMap((method) =>
    typeof method === 'string' ? [] : externalOrigin(method.icon),
  )
}

function originsInTenant(tenant: Tenant): string[] {
  return [...originsIn(tenant), ...iconOriginsIn(tenant.methods)]
}

function externalOrigin(address: string | undefined): string[] {
  return address !== undefined && URL.canParse(address) ? [new URL(address).origin] : []
}

function isFlag(directive: string): boolean {
  return directive === 'upgrade-insecure-requests'
}

function when(condition: boolean, ...values: string[]): string[] {
  return condition ? values : []
}

function unique(values: string[]): string[] {
  return [...new Set(values)]
}
