import type { Config } from '@foyer/contract/config'
import { firstScreenPlace, knowledge, type FirstScreen } from '@foyer/contract/first-screen'
import { isOfProject, parseSignInRequest } from '@foyer/iap-sign-in/request'
import type { LoginRequest, SignInRequest } from '@foyer/iap-sign-in/request'
import { tenantIdOf } from '@foyer/iap-sign-in/tenant-id'
import { contentSecurityPolicy, type Allowances } from './content-security-policy.ts'
import type { ProjectLookup } from './project-lookup.ts'
import { compress, createStaticFile, type StaticFile } from '../http/static-file.ts'

interface SignInPageParts {
  /** As it was built. */
  html: string
  firstScreen: FirstScreen | null
  lookup: ProjectLookup
  now: () => Date
  onFailure: (error: unknown) => void
}

/** What sets one of the forms apart in which the page is sent. */
interface Version {
  told: Partial<Record<keyof typeof knowledge, string>>
  /** The tenant whose buttons are drawn: `null` is the project, `undefined` draws none. */
  drawn?: string | null
  year: number
}

/** More than any deployment has tenants; the versions of an older lookup are dropped with the rest. */
const maxVersions = 1000

/**
 * The page with all that the server knows of a request: its project, and the buttons that it leads to.
 * A browser has these with the HTML and waits for nothing; it judges for itself before it acts.
 *
 * @returns the answer to the target of a request, its path and query; `isUserLed` says whether the user
 *   asked for it, and not a page by itself
 */
export function createSignInPage(
  settings: Allowances,
  { html, firstScreen, lookup, now, onFailure }: SignInPageParts,
): (target: string, isUserLed?: boolean) => Promise<StaticFile> {
  const { config, gateOrigins, publicUrl } = settings
  const policy = contentSecurityPolicy(html, settings)
  const known = {
    gates: ['https://iap.googleapis.com', ...gateOrigins].join(' '),
    ...(config.emulatorUrl === undefined && { authOrigin: `https://${config.authDomain}` }),
  }
  const versions = new Map<string, Promise<StaticFile>>()

  function versionFor(target: string, isUserLed: boolean): Version {
    const year = now().getFullYear()
    const always = isUserLed ? { ...known, userLed: '' } : known
    const request = readRequest(target, publicUrl, config)
    if (request === null) return { told: always, year }

    const answer = lookup.current()
    const asked = { ...always, lookup: lookup.address }
    const told = answer ? { ...asked, project: answer.body } : asked
    if (!leadsToButtons(request, target)) return { told, year }

    const drawn = lookOf(tenantIdOf(request.tid), config)
    if (answer === null) return { told, drawn, year }
    return isOfProject(request, publicUrl, answer.project)
      ? { told: { ...told, checkedAt: publicUrl }, drawn, year }
      : { told, year }
  }

  async function make({ told, drawn, year }: Version): Promise<StaticFile> {
    const drawing = drawn === undefined ? '' : draw(drawn, year)
    // In this order: what the page is told is never searched.
    const plain = Buffer.from(
      tell(
        html.replace(firstScreenPlace, () => drawing),
        told,
      ),
    )
    return createStaticFile({
      contentType: 'text/html; charset=utf-8',
      cacheControl: 'no-store',
      headers: { 'content-security-policy': policy, ...connectEarly(told) },
      plain,
      compressed: await compress(plain),
    })
  }

  /** Without it the page works as well, only later. */
  function draw(tenantId: string | null, year: number): string {
    try {
      return firstScreen?.drawFirstScreen(config, tenantId, year) ?? ''
    } catch (error) {
      onFailure(error)
      return ''
    }
  }

  return (target, isUserLed = false) => {
    const version = versionFor(target, isUserLed)
    const key = JSON.stringify(version)
    const made = versions.get(key)
    if (made) return made

    const making = make(version)
    if (versions.size >= maxVersions) versions.clear()
    versions.set(key, making)
    making.catch(() => versions.delete(key))
    return making
  }
}

function readRequest(
  target: string,
  publicUrl: string,
  { apiKey, tenants }: Config,
): SignInRequest | null {
  try {
    const served = { apiKey, tenantIds: tenants && Object.keys(tenants) }
    return parseSignInRequest(new URL(publicUrl + target), null, served)
  } catch {
    return null
  }
}

/** Whether nothing but the visitor's choice of a method can follow, as far as an address tells. */
function leadsToButtons(request: SignInRequest, target: string): request is LoginRequest {
  const isLogin = request.mode === 'login' || request.mode === 'reauth'
  return isLogin && !/^\/(?:welcome|registration)\b/.test(target)
}

/** All tenants that the config does not name look the same. */
function lookOf(tenantId: string | null, { tenants = {} }: Config): string | null {
  return tenantId === null || Object.hasOwn(tenants, tenantId) ? tenantId : ''
}

function tell(html: string, told: Version['told']): string {
  const attributes = Object.entries(knowledge).flatMap(([key, name]) => {
    const value = told[key as keyof typeof knowledge]
    return value === undefined ? [] : ` ${name}="${escape(value)}"`
  })
  return html.replace(/<html\b/i, (start) => start + attributes.join(''))
}

function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}

/** The page has a lookup to make; a new connection takes longer than the answer. */
function connectEarly({ lookup, project }: Version['told']): Record<string, string> {
  if (lookup === undefined || project !== undefined) return {}
  const { protocol, origin } = new URL(lookup)
  return protocol === 'https:' ? { link: `<${origin}>; rel=preconnect; crossorigin` } : {}
}
