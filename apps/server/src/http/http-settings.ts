import { parseNetworks, type NetworkList } from '@foyer/contract/networks'
import * as v from 'valibot'
import { isLocalMode, type ModeVariables } from '../settings/mode-settings.ts'
import { isOrigin, originSpelling } from '../settings/origin.ts'
import { portSetting } from '../settings/port-setting.ts'
import type { Rule } from '../settings/setting-error.ts'

export interface HttpSettings {
  host: string
  port: number
  /** The origin at which users see the page. */
  publicUrl: string
  trustedProxies: NetworkList
  /** How long after SIGTERM new requests are still served, until the load balancer has noticed. */
  drainSeconds: number
}

export const httpEnvironment = {
  FOYER_HOST: v.optional(v.string(), '127.0.0.1'),
  FOYER_PORT: v.optional(portSetting, '4001'),
  FOYER_PUBLIC_URL: v.pipe(
    v.string(),
    v.check(
      isOrigin,
      `must be an https origin such as https://login.example.com, ${originSpelling}`,
    ),
  ),
  FOYER_DRAIN_SECONDS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, 'must be a whole number between 0 and 600'),
      v.transform(Number),
      v.maxValue(600, 'must be at most 600'),
    ),
  ),
  FOYER_TRUSTED_PROXIES: v.pipe(
    v.optional(v.string(), ''),
    v.rawTransform(({ dataset, addIssue, NEVER }): NetworkList => {
      const parsed = parseNetworks(dataset.value)
      if (parsed.ok) return parsed.list
      addIssue({
        message: 'must be a comma-separated list of IP addresses and networks such as 10.0.0.0/8',
      })
      return NEVER
    }),
  ),
}

const environmentSchema = v.object(httpEnvironment)
type Given = v.InferOutput<typeof environmentSchema>

export function toHttpSettings(given: Given & ModeVariables): HttpSettings {
  return {
    host: given.FOYER_HOST,
    port: given.FOYER_PORT,
    publicUrl: given.FOYER_PUBLIC_URL,
    trustedProxies: given.FOYER_TRUSTED_PROXIES,
    // A local server has no load balancer.
    drainSeconds: given.FOYER_DRAIN_SECONDS ?? (isLocalMode(given) ? 0 : 5),
  }
}

export const httpRules: Rule<Given & ModeVariables>[] = [
  {
    key: 'FOYER_HOST',
    message: 'must be a loopback address in local mode',
    reads: ['FOYER_MODE', 'FOYER_HOST'],
    isBroken: (given) =>
      isLocalMode(given) && !['127.0.0.1', '::1', 'localhost'].includes(given.FOYER_HOST),
  },
  {
    key: 'FOYER_PUBLIC_URL',
    message: 'must be on http://localhost in local mode',
    reads: ['FOYER_MODE', 'FOYER_PUBLIC_URL'],
    isBroken: (given) => isLocalMode(given) && !given.FOYER_PUBLIC_URL.startsWith('http:'),
  },
]
