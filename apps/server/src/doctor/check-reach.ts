import { servesTid } from '@foyer/contract/served-tenants'
import { isProjectTid } from '@foyer/iap-sign-in/tenant-id'
import type { Settings } from '../settings.ts'
import type { Project } from './check-project.ts'
import { fail, ok, skip, warn, type Finding } from './finding.ts'
import { fieldOf, probe, unreachable } from './probe.ts'

export async function checkPage({ publicUrl, config }: Settings): Promise<Finding> {
  const answer = await probe(`${publicUrl}/config.json`)
  if (!answer.answered)
    return fail(
      'the page at FOYER_PUBLIC_URL',
      unreachable(answer.reason, 'start the server, and compare what is in front of it'),
    )
  return fieldOf(answer.body, 'apiKey') === config.apiKey
    ? ok('the page answers with this configuration')
    : fail('the page', `FOYER_PUBLIC_URL answers with another configuration (${answer.status})`)
}

/** Only our function answers a request without a token with this error code. */
export async function checkFunction({ publicUrl, config }: Settings): Promise<Finding> {
  const url = new URL(config.functionUrl, publicUrl)
  const isElsewhere = url.origin !== publicUrl
  const answer = await probe(
    url,
    isElsewhere ? { origin: publicUrl } : { 'sec-fetch-site': 'same-origin' },
  )
  if (!answer.answered) return fail('custom token function', unreachable(answer.reason))
  if (fieldOf(answer.body, 'code') !== 'invalid-argument')
    return fail(
      'custom token function',
      `FOYER_FUNCTION_URL answers ${answer.status} and not as the function does`,
    )
  const readableBy = answer.headers['access-control-allow-origin']
  return isElsewhere && readableBy !== publicUrl
    ? fail('custom token function', 'does not let the page read it: set its FOYER_PUBLIC_URL')
    : ok('custom token function answers')
}

/** Sends each application the request of a browser without a session. */
export function checkGates(settings: Settings, project: Project | null): Promise<Finding[]> {
  return Promise.all(settings.gateOrigins.map((origin) => checkGate(origin, settings, project)))
}

async function checkGate(
  origin: string,
  { publicUrl, config }: Settings,
  project: Project | null,
): Promise<Finding> {
  const what = `gate of ${origin}`
  if (origin.includes('*')) return skip(what, 'a pattern has no address to ask')
  const answer = await probe(origin, {
    accept: 'text/html',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
  })
  if (!answer.answered) return fail(what, unreachable(answer.reason))

  const location = answer.headers.location ?? ''
  if (!URL.canParse(location) || new URL(location).origin !== publicUrl)
    return warn(
      what,
      `answers ${answer.status} and does not lead to the page: compare its sign-in page with FOYER_PUBLIC_URL`,
    )
  const request = new URL(location).searchParams
  if (request.get('apiKey') !== config.apiKey)
    return fail(what, 'names another API key than FOYER_API_KEY, which the page refuses')
  if (!isKnownTenant(request.get('tid'), config.tenants, project))
    return fail(what, 'names a tenant that the config file does not: the page refuses it')
  return ok(`${what} leads to the page`)
}

function isKnownTenant(
  tenantId: string | null,
  tenants: Settings['config']['tenants'],
  project: Project | null,
): boolean {
  if (tenantId === null) return true
  if (tenants !== undefined) return servesTid(tenants, tenantId)
  return !isProjectTid(tenantId) || project === null || tenantId === `_${project.number}`
}

const clockServers = ['https://www.googleapis.com/', 'https://login.microsoftonline.com/']

/**
 * Tokens are validated with a clock tolerance of half a minute, so the clock must be more accurate than that.
 */
export async function checkClock(
  isLocal: boolean,
  servers: readonly string[] = clockServers,
): Promise<Finding> {
  if (isLocal) return skip('clock', 'everything runs on one machine')
  const answers = await Promise.all(servers.map((server) => probe(server)))
  const offsets = answers.flatMap((answer) => {
    const date = answer.answered ? Date.parse(answer.headers.date ?? '') : NaN
    return answer.answered && !Number.isNaN(date) ? [(answer.at - date) / 1000] : []
  })
  const [first] = offsets
  if (first === undefined) return skip('clock', 'no server to compare with can be reached')

  const offset = offsets.reduce((least, next) => (Math.abs(next) < Math.abs(least) ? next : least))
  const seconds = Math.round(Math.abs(offset))
  const direction = offset > 0 ? 'ahead' : 'behind'
  // The `Date` header has whole seconds only.
  if (seconds <= 5) return ok('clock is right')
  const todo = `is ${seconds} s ${direction}: turn on time synchronisation`
  return seconds > 25 ? fail('clock', todo) : warn('clock', todo)
}
