import { createHash } from 'node:crypto'
import { encodePageData, type PageData } from '@foyer/contract/page-data'
import { prerenderPlace, type Prerender } from '@foyer/contract/prerender'
import { createSizedCache } from '../http/sized-cache.ts'
import { compressAs, type Encoding } from '../http/static-file.ts'
import { createWorkQueue } from '../http/work-queue.ts'
import { contentSecurityPolicy, type Allowances } from './content-security-policy.ts'
import type { PageSettings } from './page-settings.ts'
import { createPageVersions, type Buttons, type PageVersion } from './page-version.ts'
import type { ProjectLookup } from './project-lookup.ts'
import type { Page } from './send-page.ts'

interface SignInPageDeps {
  /** The HTML of the built page. */
  html: string
  prerender: Prerender['prerender'] | null
  lookup: ProjectLookup
  now: () => Date
  onFailure: (error: unknown) => void
}

/**
 * Creates the page for a request's path and query. `isUserLed` says whether the user started the navigation, and
 * not another page.
 */
export type SignInPage = (
  target: string,
  how?: { isUserLed?: boolean; encoding?: Encoding | null },
) => Promise<Page>

/** Rendering takes milliseconds of the only thread. With two, one is compressed while the other is rendered. */
const rendersAtOnce = 2
/** A user who had to wait for more would be served sooner by the page without buttons. */
const maxWaitingRenders = 20

/**
 * Creates the page for a request, with the config, the project and the prerendered buttons, so that the browser need not
 * wait for other requests. The browser validates everything itself before it acts.
 *
 * There may be a version for each tenant, and anyone can request them all. So a new version waits in a queue, and
 * while the queue is full, the page is sent without config and buttons, which the browser then requests and renders.
 */
export function createSignInPage(
  settings: Allowances & Pick<PageSettings, 'pageCacheBytes'>,
  { html, prerender, lookup, now, onFailure }: SignInPageDeps,
): SignInPage {
  const policyFor = contentSecurityPolicy(html, settings)
  const versions = createPageVersions(settings, { lookup, now })
  const made = createSizedCache<Page>(settings.pageCacheBytes, ({ body }) => body.length)
  const renders = createWorkQueue(rendersAtOnce, maxWaitingRenders)

  async function make({ data, images, buttons }: PageVersion, encoding: Encoding | null) {
    const markup = buttons === undefined ? '' : render(buttons, Number(data.year))
    // Before the page data is added, because the data contains text from the URL, which could contain the
    // placeholder.
    const withMarkup = html.replace(prerenderPlace, () => markup)
    const plain = Buffer.from(encodePageData(withMarkup, data))
    return {
      headers: { 'content-security-policy': policyFor(images), ...connectEarly(data) },
      encoding,
      body: encoding === null ? plain : await compressAs(encoding, plain),
    }
  }

  /** Returns no markup if the rendering fails. The page then renders in the browser. */
  function render(buttons: Buttons, year: number): string {
    try {
      return prerender?.(buttons.config, buttons.tenantId, year) ?? ''
    } catch (error) {
      onFailure(error)
      return ''
    }
  }

  return async (target, { isUserLed = false, encoding = null } = {}) => {
    const version = versions.of(target, isUserLed)
    const key = keyOf(version, encoding)
    const known = made.get(key)
    if (known !== undefined) return known
    const making = renders.run(() => make(version, encoding))
    if (making !== null) return made.add(key, making)

    const bare = versions.bare(isUserLed)
    const bareKey = keyOf(bare, encoding)
    return made.get(bareKey) ?? made.add(bareKey, make(bare, encoding))
  }
}

/** Hashed, because the data is longer than some versions of the page. */
function keyOf({ data, images, buttons }: PageVersion, encoding: Encoding | null): string {
  const parts = [data, images, buttons && [buttons.tenantId], encoding]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
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
