import * as v from 'valibot'
import type { Rule } from '../settings/setting-error.ts'
import { bytesOf, secretKey } from '../settings/secret-key.ts'

/** A real Postgres, or one that lives in this process and keeps its files in a folder. */
export type StoreSettings =
  | { kind: 'postgres'; url: string }
  | { kind: 'embedded'; dataFolder: string }

/** How this deployment signs its own links and hashes addresses, and who else may invite. */
export interface KeySettings {
  /** Null: made at the first start and kept beside the embedded store. */
  signingKey: Buffer | null
  /** By the name that stands as `kid` in an invitation. */
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
type Given = v.InferOutput<typeof environmentSchema>

export function toStoreSettings(given: Given): StoreSettings {
  return given.DATABASE_URL === undefined
    ? { kind: 'embedded', dataFolder: given.FOYER_DATA }
    : { kind: 'postgres', url: given.DATABASE_URL }
}

export function toKeySettings(given: Given): KeySettings {
  return {
    signingKey: given.FOYER_SIGNING_KEY === undefined ? null : bytesOf(given.FOYER_SIGNING_KEY),
    partnerKeys: new Map(
      given.FOYER_PARTNER_KEYS.map((item) => [
        nameOf(item),
        bytesOf(item.slice(nameOf(item).length + 1)),
      ]),
    ),
  }
}

export const storeRules: Rule<Given>[] = [
  {
    // Each instance would make a key of its own, and refuse the others' links.
    key: 'FOYER_SIGNING_KEY',
    message: 'is needed by DATABASE_URL',
    reads: ['DATABASE_URL', 'FOYER_SIGNING_KEY'],
    isBroken: (given) => given.DATABASE_URL !== undefined && given.FOYER_SIGNING_KEY === undefined,
  },
]

/** With a Unix socket the host is empty beside a user, which Postgres allows and `URL` does not. */
function isDatabaseUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\/./.test(text) && URL.canParse(text.replace('@/', '@localhost/'))
}

function nameOf(item: string): string {
  return item.split(':')[0] ?? ''
}
