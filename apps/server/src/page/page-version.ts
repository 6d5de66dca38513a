import type { Config } from '@foyer/contract/config'
import type { PageData } from '@foyer/contract/page-data'
import { isOfProject, parseSignInRequest } from '@foyer/iap-sign-in/request'
import type { LoginRequest, SignInRequest } from '@foyer/iap-sign-in/request'
import { tenantIdOf } from '@foyer/iap-sign-in/tenant-id'
import { createConfigFor, tidsIn } from '../config/config-for.ts'
import { splitTarget } from '../http/request-target.ts'
import { imageOriginsOf, imageOriginsOfAll, type Allowances } from './content-security-policy.ts'
import type { ProjectLookup } from './project-lookup.ts'

/** Everything that distinguishes one version of the page from another. */
export interface PageVersion {
  data: PageData
  /** The origins from which it shows images. */
  images: readonly string[]
  buttons?: Buttons
}

/** The buttons that are rendered. */
export interface Buttons {
  /** `null` is the project. */
  tenantId: string | null
  /** Has the settings of this tenant only. */
  config: Config
}

export interface PageVersions {
  /** The version for a request's path and query. */
  of(target: string, isUserLed: boolean): PageVersion
  /** The version without config and buttons, which works for every request. */
  bare(isUserLed: boolean): PageVersion
}

interface VersionDeps {
  lookup: ProjectLookup
  now: () => Date
}

/** The HTML fits into the first packets of a connection. A longer config would make the buttons wait. */
const maxConfigLength = 4000

export function createPageVersions(
  { config, gateOrigins, publicUrl }: Allowances,
  { lookup, now }: VersionDeps,
): PageVersions {
  const configFor = createConfigFor(config)
  const imagesOfAll = imageOriginsOfAll(config)
  const served = {
    apiKey: config.apiKey,
    tenantIds: config.tenants && Object.keys(config.tenants),
  }
  const known = {
    gates: ['https://iap.googleapis.com', ...gateOrigins].join(' '),
    ...(config.emulatorUrl === undefined && {
      authOrigin: `https://${config.authDomain}`,
    }),
  }

  function readRequest(target: string): SignInRequest | null {
    try {
      return parseSignInRequest(new URL(publicUrl + target), null, served)
    } catch {
      return null
    }
  }

  const bare = (isUserLed: boolean): PageVersion => ({
    data: { ...known, ...(isUserLed && { userLed: '' }) },
    images: imagesOfAll,
  })

  return {
    bare,
    of(target, isUserLed) {
      const { data: always, images } = bare(isUserLed)
      const body = configBodyOf(configFor(tidsIn(splitTarget(target).query)))
      const withConfig = body === null ? always : { ...always, config: body }
      const request = readRequest(target)
      if (request === null) return { data: withConfig, images }

      const answer = lookup.current()
      const asked = { ...withConfig, lookup: lookup.address }
      const data = answer ? { ...asked, project: answer.body } : asked
      if (!leadsToButtons(request, target)) return { data, images }
      if (answer && !isOfProject(request, publicUrl, answer.project)) return { data, images }

      const ownConfig = configFor([request.tid])
      const tenantId = renderedTenant(tenantIdOf(request.tid), config)
      const withYear = { ...data, year: String(now().getFullYear()) }
      return {
        data: answer ? { ...withYear, checkedAt: publicUrl } : withYear,
        images: imageOriginsOf(ownConfig),
        buttons: { tenantId, config: ownConfig },
      }
    },
  }
}

/**
 * The config for the page itself. Null if it is long, or for several tenants: the combinations of the tenants are
 * too many versions.
 */
function configBodyOf(config: Config): string | null {
  if (Object.keys(config.tenants ?? {}).length > 1) return null
  const body = JSON.stringify(config)
  return body.length <= maxConfigLength ? body : null
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
