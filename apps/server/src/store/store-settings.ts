import { isDatabaseUrl } from '@foyer/node/postgres'
import * as v from 'valibot'
import { numberSetting } from '../settings/number-setting.ts'
import type { Rule } from '../settings/setting-error.ts'
import { bytesOf, secretKey } from '../settings/secret-key.ts'

/** A Postgres server, or an embedded Postgres in this process that stores its files in a folder. */
export type StoreSettings =
  | { kind: 'postgres'; url: string; connections?: number }
  | { kind: 'embedded'; dataFolder: string }

/** The keys for our own links and hashes, and for the invitations of partners. */
export interface KeySettings {
  /** Null: the server creates a key at the first start and stores it beside the embedded store. */
  signingKey: Buffer | null
  /** By partner name, which is the `kid` of the partner's invitations. */
  partnerKeys: ReadonlyMap<string, Buffer>
}

export const storeEnvironment = {
  DATABASE_URL: v.optional(
    v.pipe(
      v.string(),
      v.check(
        isDatabaseUrl,
        'must be a URL such as postgres://user:password@host:5432/name or postgres://user:password@/name?host=/socket/folder',
      ),
    ),
  ),
  FOYER_DATABASE_CONNECTIONS: numberSetting(2, 1000, '10'),
  FOYER_DATA: v.optional(v.string(), '.foyer'),
  FOYER_SIGNING_KEY: v.optional(secretKey),
  FOYER_PARTNER_KEYS: v.pipe(
    v.optional(v.string(), ''),
    v.transform((text) => text.split(/[\s,]+/).filter((item) => item !== '')),
    v.everyItem(
      (item) => /^[a-z][a-z0-9-]{0,39}:/.test(item) && v.is(secretKey, item.replace(/^[^:]*:/, '')),
      'must be a comma list of name:key; a name is small letters, digits and hyphens, a key is base64 of at least 32 bytes',
    ),
    v.check(
      (items) => new Set(items.map(nameOf)).size === items.length,
      'must name each partner once',
    ),
    v.check((items) => !items.some((item) => nameOf(item) === ownKeyName), 'must not use our name'),
  ),
}

/** The `kid` of invitations made by `foyer invite`. */
export const ownKeyName = 'foyer'

const environmentSchema = v.object(storeEnvironment)
type Environment = v.InferOutput<typeof environmentSchema>

export function toStoreSettings(environment: Environment): StoreSettings {
  return environment.DATABASE_URL === undefined
    ? { kind: 'embedded', dataFolder: environment.FOYER_DATA }
    : {
        kind: 'postgres',
        url: environment.DATABASE_URL,
        connections: environment.FOYER_DATABASE_CONNECTIONS,
      }
}

export function toKeySettings(environment: Environment): KeySettings {
  return {
    signingKey:
      environment.FOYER_SIGNING_KEY === undefined ? null : bytesOf(environment.FOYER_SIGNING_KEY),
    partnerKeys: new Map(
      environment.FOYER_PARTNER_KEYS.map((item) => [
        nameOf(item),
        bytesOf(item.slice(nameOf(item).length + 1)),
      ]),
    ),
  }
}

export const storeRules: Rule<Environment>[] = [
  {
    // Without a shared key, each instance would create its own and refuse the links of the others.
    key: 'FOYER_SIGNING_KEY',
    message: 'is needed by DATABASE_URL',
    reads: ['DATABASE_URL', 'FOYER_SIGNING_KEY'],
    isBroken: (environment) =>
      environment.DATABASE_URL !== undefined && environment.FOYER_SIGNING_KEY === undefined,
  },
]

function nameOf(item: string): string {
  return item.split(':')[0] ?? ''
}
