import { isDatabaseUrl } from '@foyer/node/postgres'
import * as v from 'valibot'
import { numberSetting } from '../settings/number-setting.ts'
import { readSecretFiles } from '../settings/secret-files.ts'
import { toSettingError, type Rule, type SettingError } from '../settings/setting-error.ts'
import { bytesOf, secretKey } from '../settings/secret-key.ts'

/** A Postgres server, or an embedded Postgres in this process that stores its files in a folder. */
export type StoreSettings =
  | {
      kind: 'postgres'
      url: string
      connections?: number
      /** False: the tables and indexes are made by `foyer migrate-store`. */
      mayMigrate?: boolean
      /** Without them, a statement may take as long as it needs. */
      hasTimeLimits?: boolean
    }
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
  FOYER_MIGRATE: v.optional(
    v.picklist(['at-start', 'never'], 'must be at-start or never'),
    'at-start',
  ),
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

/** Reads what `foyer migrate-store` needs, and ignores all other settings. */
export function parseDatabaseUrl(
  given: Readonly<Record<string, string | undefined>>,
  readFile: (path: string) => string,
): { ok: true; url: string } | { ok: false; error: SettingError } {
  const { environment, errors } = readSecretFiles(given, readFile)
  const error = errors.find(({ key }) => key.startsWith('DATABASE_URL'))
  if (error !== undefined) return { ok: false, error }
  const { DATABASE_URL } = storeEnvironment
  const parsed = v.safeParse(v.object({ DATABASE_URL: v.unwrap(DATABASE_URL) }), environment)
  return parsed.success
    ? { ok: true, url: parsed.output.DATABASE_URL }
    : { ok: false, error: toSettingError(parsed.issues[0]) }
}

export function toStoreSettings(environment: Environment): StoreSettings {
  return environment.DATABASE_URL === undefined
    ? { kind: 'embedded', dataFolder: environment.FOYER_DATA }
    : {
        kind: 'postgres',
        url: environment.DATABASE_URL,
        connections: environment.FOYER_DATABASE_CONNECTIONS,
        mayMigrate: environment.FOYER_MIGRATE === 'at-start',
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
    // Nothing else can make the tables in the files of one process.
    key: 'FOYER_MIGRATE',
    message: 'may be never with DATABASE_URL only',
    reads: ['DATABASE_URL', 'FOYER_MIGRATE'],
    isBroken: (environment) =>
      environment.DATABASE_URL === undefined && environment.FOYER_MIGRATE === 'never',
  },
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
