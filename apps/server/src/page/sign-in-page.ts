import type { Config } from '@foyer/contract/config'
import { encodePageData, type PageData } from '@foyer/contract/page-data'
import { prerenderPlace, type Prerender } from '@foyer/contract/prerender'
import { isOfProject, parseSignInRequest } from '@foyer/iap-sign-in/request'
import type { LoginRequest, SignInRequest } from '@foyer/iap-sign-in/request'
import { tenantIdOf } from '@foyer/iap-sign-in/tenant-id'
import { contentSecurityPolicy, type Allowances } from './content-security-policy.ts'
import type { ProjectLookup } from './project-lookup.ts'
import { configFor } from '../config/config-for.ts'
import { splitTarget } from '../http/request-target.ts'
import { compress, createStaticFile, type StaticFile } from '../http/static-file.ts'

interface SignInPageDeps {
  /** The HTML of the built page. */
  html: string
  prerender: Prerender['prerender'] | null
  lookup: ProjectLookup
  now: () => Date
  onFailure: (error: unknown) => void
}

/** Everything that distinguishes one version of the page from another. */
interface Version {
  data: PageData
  /** The tenant whose buttons are rendered: `null` is the project, `undefined` renders none. */
  tenantId?: string | null
}

/** The HTML fits into the first packets of a connection. A longer config would make the buttons wait. */
const maxConfigLength = 4000

/**
 * The config for the page itself. Null if it is long, or for several tenants: the combinations of the tenants are
 * too many versions.
 */
function configBodyFor(query: string, config: Config): string | null {
  if (new URLSearchParams(query).getAll('tid').length > 1) return null
  const body = JSON.stringify(configFor(query, config))
  return body.length <= maxConfigLength ? body : null
}

/**
 * More than the tenants of any deployment. At the limit all versions are deleted, which removes those with an
 * older lookup.
 */
const maxVersions = 1000

/**
 * Creates the page for a request, with the config, the project and the prerendered buttons, so that the browser need not
 * wait for other requests. The browser validates everything itself before it acts.
 *
 * @returns a function of the request's path and query. `isUserLed` says whether the user started the
 * navigation, and not another page.
 */
export function createSignInPage(
  settings: Allowances,
  { html, prerender, lookup, now, onFailure }: SignInPageDeps,
): (target: string, isUserLed?: boolean) => Promise<StaticFile> {
  const { config, gateOrigins, publicUrl } = settings
  const policy = contentSecurityPolicy(html, settings)
  const known = {
    gates: ['https://iap.googleapis.com', ...gateOrigins].join(' '),
    ...(config.emulatorUrl === undefined && {
      authOrigin: `https://${config.authDomain}`,
    }),
  }
  const versions = new Map<string, Promise<StaticFile>>()

  function versionFor(target: string, isUserLed: boolean): Version {
    const configBody = configBodyFor(splitTarget(target).query, config)
    const always: PageData = {
      ...known,
      ...(configBody !== null && { config: configBody }),
      ...(isUserLed && { userLed: '' }),
    }
    const request = readRequest(target, publicUrl, config)
    if (request === null) return { data: always }

    const answer = lookup.current()
    const asked = { ...always, lookup: lookup.address }
    const data = answer ? { ...asked, project: answer.body } : asked
    if (!leadsToButtons(request, target)) return { data }
    if (answer && !isOfProject(request, publicUrl, answer.project)) return { data }

    const tenantId = renderedTenant(tenantIdOf(request.tid), config)
    const withYear = { ...data, year: String(now().getFullYear()) }
    return {
      data: answer ? { ...withYear, checkedAt: publicUrl } : withYear,
      tenantId,
    }
  }

  async function make({ data, tenantId }: Version): Promise<StaticFile> {
    const markup = tenantId === undefined ? '' : render(tenantId, Number(data.year))
    // Before the page data is added, because the data contains text from the URL, which could contain the
    // placeholder.
    const withMarkup = html.replace(prerenderPlace, () => markup)
    const plain = Buffer.from(encodePageData(withMarkup, data))
    return createStaticFile({
      contentType: 'text/html; charset=utf-8',
      cacheControl: 'no-store',
      headers: { 'content-security-policy': policy, ...connectEarly(data) },
      plain,
      compressed: await compress(plain),
    })
  }

  /** Returns no markup if the rendering fails. The page then renders in the browser. */
  function render(tenantId: string | null, year: number): string {
    try {
      return prerender?.(config, tenantId, year) ?? ''
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

/** Whether the URL shows that the next step is the user's choice of a method. */
function leadsToButtons(request: SignInRequest, target: string): request is LoginRequest {
  const isLogin = request.mode === 'login' || request.mode === 'reauth'
  return isLogin && !/^\/(?:welcome|registration)\b/.test(target)
}

/** All tenants that are not in the config have the same page. */
function renderedTenant(tenantId: string | null, { tenants = {} }: Config): string | null {
  return tenantId === null || Object.hasOwn(tenants, tenantId) ? tenantId : ''
}

/**
 * If the page must make the lookup itself, the browser connects early: a new connection takes longer than the
 * response.
 */
function connectEarly({ lookup, project }: PageData): Record<string, string> {
  if (lookup === undefined || project !== undefined) return {}
  const { protocol, origin } = new URL(lookup)
  return protocol === 'https:' ? { link: `<${origin}>; rel=preconnect; crossorigin` } : {}
}
