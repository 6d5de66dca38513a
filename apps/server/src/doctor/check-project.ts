import { isAuthorized } from '@foyer/iap-sign-in/request'
import { getDomain } from 'tldts'
import type { Settings } from '../settings.ts'
import { fail, ok, skip, warn, type Finding } from './finding.ts'
import { fieldOf, probe, textsOf, unreachable } from './probe.ts'

/** The public settings of the project, which the page reads too. */
export interface Project {
  number: string
  authorizedDomains: string[]
}

export type ProjectLookup =
  | { project: Project; finding: Finding }
  | { project: null; finding: Finding }

/** Sends the same request as the page: only with the API key, and with the page's origin as the referrer. */
export async function lookUpProject(
  { config, publicUrl }: Settings,
  identityUrl: string,
): Promise<ProjectLookup> {
  const url = `${identityUrl}/v1/projects?key=${config.apiKey}`
  const answer = await probe(url, { referer: `${publicUrl}/`, origin: publicUrl })
  if (!answer.answered)
    return {
      project: null,
      finding: fail('identity service', unreachable(answer.reason)),
    }
  const number = fieldOf(answer.body, 'projectId')
  if (answer.status !== 200 || typeof number !== 'string')
    return {
      project: null,
      finding: fail(
        'API key',
        `is not accepted (${answer.status}): compare FOYER_API_KEY with the project's browser key and its restrictions`,
      ),
    }
  return {
    project: { number, authorizedDomains: textsOf(fieldOf(answer.body, 'authorizedDomains')) },
    finding: ok(`API key is accepted, by project number ${number}`),
  }
}

export function checkDomains(settings: Settings, { authorizedDomains }: Project): Finding[] {
  return hostsOf(settings).map((host) => {
    return isAuthorized(`https://${host}`, authorizedDomains)
      ? ok(`authorised domain ${host}`)
      : fail(`authorised domain ${host}`, 'add it to the authorised domains of the project')
  })
}

/** Without our own gates, the redirect server is Google's. */
function hostsOf({ publicUrl, gateOrigins }: Settings): string[] {
  const gates = gateOrigins.length === 0 ? ['https://iap.googleapis.com'] : gateOrigins
  const hosts = [publicUrl, ...gates].map((origin) => new URL(origin.replace('*.', '')).hostname)
  return [...new Set(hosts)]
}

/** Browsers partition storage by site, and a sign-in by redirect returns its result through storage. */
export function checkAuthDomain({ config, publicUrl }: Settings): Finding {
  const what = "helper pages are on the page's own host"
  if (config.authDomain === new URL(publicUrl).hostname) return ok(what)
  return config.signInFlow === 'popup'
    ? skip(what, 'a sign-in by popup does without')
    : warn(
        what,
        'they are not, and a sign-in by redirect is lost: set FOYER_AUTH_DOMAIN to the host and FOYER_AUTH_HELPER_PROXY=on',
      )
}

/** The page's own request sets the gate's cookie, and browsers block third-party cookies. */
export function checkSameSite({ publicUrl, gateOrigins }: Settings): Finding[] {
  if (gateOrigins.length === 0)
    return [skip('same site', 'FOYER_GATE_ORIGINS names no application to compare with')]
  return gateOrigins.map((origin) => {
    const what = `${origin} and the page are one site`
    return siteOf(publicUrl) === siteOf(origin)
      ? ok(what)
      : warn(
          what,
          'they are not: each sign-in takes one more navigation; put both under one registrable domain',
        )
  })
}

function siteOf(origin: string): string {
  const { protocol, hostname } = new URL(origin.replace('*.', ''))
  return `${protocol}//${getDomain(hostname, { allowPrivateDomains: true }) ?? hostname}`
}
