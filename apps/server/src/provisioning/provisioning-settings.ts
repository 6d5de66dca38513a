import { isIP } from 'node:net'
import * as v from 'valibot'
import type { Rule } from '../settings/setting-error.ts'
import { bytesOf, secretKey } from '../settings/secret-key.ts'
import { isPublicAddress } from './public-address.ts'

export interface ProvisioningSettings {
  url: string
  key: Buffer
  /** Whether the host may resolve to a private IP address. Only in local mode. */
  mayBePrivate: boolean
}

export const provisioningEnvironment = {
  FOYER_PROVISIONING_URL: v.optional(v.pipe(v.string(), v.url('must be an https address'))),
  FOYER_PROVISIONING_KEY: v.optional(secretKey),
}

interface Given {
  FOYER_PROVISIONING_URL?: string | undefined
  FOYER_PROVISIONING_KEY?: string | undefined
}

/** Null if new accounts are not reported to another system. */
export function toProvisioningSettings(
  given: Given,
  isLocal: boolean,
): ProvisioningSettings | null {
  const { FOYER_PROVISIONING_URL: url, FOYER_PROVISIONING_KEY: key } = given
  if (url === undefined || key === undefined) return null
  return { url, key: bytesOf(key), mayBePrivate: isLocal }
}

export const provisioningRules: Rule<Given & { FOYER_MODE: 'production' | 'local' }>[] = [
  {
    key: 'FOYER_PROVISIONING_URL',
    message: 'is needed by FOYER_PROVISIONING_KEY',
    reads: ['FOYER_PROVISIONING_URL', 'FOYER_PROVISIONING_KEY'],
    isBroken: ({ FOYER_PROVISIONING_URL: url, FOYER_PROVISIONING_KEY: key }) =>
      url === undefined && key !== undefined,
  },
  {
    key: 'FOYER_PROVISIONING_KEY',
    message: 'is needed by FOYER_PROVISIONING_URL',
    reads: ['FOYER_PROVISIONING_URL', 'FOYER_PROVISIONING_KEY'],
    isBroken: ({ FOYER_PROVISIONING_URL: url, FOYER_PROVISIONING_KEY: key }) =>
      url !== undefined && key === undefined,
  },
  {
    key: 'FOYER_PROVISIONING_URL',
    message: 'must be an https address of a public host, without a user or a fragment',
    reads: ['FOYER_PROVISIONING_URL', 'FOYER_MODE'],
    isBroken: ({ FOYER_PROVISIONING_URL: url, FOYER_MODE: mode }) =>
      url !== undefined && !isAllowed(new URL(url), mode === 'local'),
  },
]

function isAllowed({ protocol, hostname, username, password, hash }: URL, isLocal: boolean) {
  if (username !== '' || password !== '' || hash !== '') return false
  if (isLocal && protocol === 'http:') return ['localhost', '127.0.0.1'].includes(hostname)
  const address = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'https:' && (isIP(address) === 0 || isPublicAddress(address))
}
