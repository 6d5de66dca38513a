import { isTid } from '@foyer/iap-sign-in/tenant-id'
import * as v from 'valibot'
import {
  isHttpsUrl,
  isLocalOrigin,
  isOwnPath,
  isPublicEndpoint,
  isPublicHost,
  isWebUrl,
  publicHost,
} from './url.ts'
import { color, contact, image, shortText, text } from './branding-values.ts'
import { isProjectId } from './project-id.ts'
import { methods } from './methods-schema.ts'
import type { Method } from './sign-in-methods.ts'

export { isValidMethod } from './methods-schema.ts'

const link = v.pipe(text, v.check(isHttpsUrl, 'must be an https address in its plain spelling'))

const tenantId = v.pipe(
  v.string(),
  v.check(isTid, 'is no tenant id: letters, digits and hyphens, or _ and the project number'),
)

/** The branding of a deployment, or of one of its tenants. */
const brandingEntries = {
  logoUrl: v.exactOptional(image),
  accent: v.exactOptional(color),
  panelColor: v.exactOptional(color),
  panelImageUrl: v.exactOptional(image),
}

/** Every account needs one of these second factors, and a user who has none adds one at the sign-in. */
const secondFactors = v.pipe(
  v.array(v.picklist(['totp', 'phone'], 'must be totp or phone'), 'must be a list'),
  v.minLength(1, 'must not be empty'),
  v.check((list) => new Set(list).size === list.length, 'must name each second factor once'),
)

const tenant = v.object({
  name: shortText,
  methods: v.exactOptional(methods),
  secondFactors: v.exactOptional(secondFactors),
  /** Turns sign-in links off where the deployment has them. */
  signInLink: v.exactOptional(v.literal(false, 'must be false')),
  ...brandingEntries,
})

const countries = v.pipe(
  v.array(
    v.pipe(text, v.regex(/^[A-Z]{2}$/, 'must be a country code of two capitals, such as TR')),
    'must be a list',
  ),
  v.minLength(1, 'must not be empty'),
  v.check((list) => new Set(list).size === list.length, 'must name each country once'),
)

const branding = v.object({
  productName: v.exactOptional(shortText),
  /** The application that users sign in to, for the heading. */
  applicationName: v.exactOptional(shortText),
  ...brandingEntries,
  socialLinks: v.exactOptional(
    v.pipe(
      v.array(v.object({ name: shortText, url: link }), 'must be a list'),
      v.maxLength(2, 'must name at most two links'),
    ),
  ),
  providerUrl: v.exactOptional(v.object({ tr: link, international: link })),
  privacyUrl: v.exactOptional(link),
  termsUrl: v.exactOptional(link),
})

const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  v.exactOptional(v.picklist(words, `must be ${words.join(' or ')}`))

const flag = v.exactOptional(v.boolean('must be true or false'))

const help = v.object({
  /** Shown where a message asks the user to contact somebody. */
  contact: v.exactOptional(contact),
  /** A page about outages, shown when a service cannot be reached. */
  statusUrl: v.exactOptional(link),
})

const configSchema = v.object({
  apiKey: v.pipe(
    text,
    v.regex(/^[\w-]{1,128}$/, 'must be letters, digits, hyphens and underscores'),
  ),
  authDomain: v.pipe(
    text,
    v.check(
      (host) => host === 'localhost' || isPublicHost(host),
      `must be ${publicHost}, such as login.example.com, without scheme, port and slash`,
    ),
  ),
  productURL: v.pipe(
    text,
    v.check(isWebUrl, 'must be an https address in its plain spelling (http on localhost)'),
  ),
  functionUrl: v.pipe(
    text,
    v.check(
      (value) => isOwnPath(value) || isPublicEndpoint(value),
      `must be a path on this site or an https address without query and fragment, on ${publicHost}`,
    ),
  ),
  emulatorUrl: v.exactOptional(
    v.pipe(text, v.check(isLocalOrigin, 'must be an origin such as http://localhost:4000')),
  ),
  /** The page accepts custom tokens of this project's service accounts. */
  projectId: v.exactOptional(v.pipe(text, v.check(isProjectId, 'must be a project id'))),
  methods: v.exactOptional(methods),
  secondFactors: v.exactOptional(secondFactors),
  /** Where text messages may be sent. Without it, everywhere. The first country is selected at the start. */
  countries: v.exactOptional(countries),
  /** Whether a user may choose among the companies of a session. Otherwise the page asks for the work email. */
  listTenants: flag,
  /** Whether the page offers registration to users without an invitation. */
  selfRegistration: flag,
  /** Whether an account without a provider may sign in with a link sent to its email address. */
  signInLink: flag,
  /** Whether the browser may keep name and email address of the account used last, for the next sign-in. */
  rememberAccount: flag,
  signInFlow: oneOf('redirect', 'popup'),
  /** Leaves everything to the identity SDK that the page does faster by using the SDK's own formats. */
  identitySdk: oneOf('always'),
  /** Asks the user before a token in the URL signs them in, even if no account is stored. */
  confirmAccessToken: oneOf('always'),
  tenants: v.exactOptional(v.record(tenantId, tenant, 'must map tenant ids to tenants')),
  branding: v.exactOptional(branding),
  help: v.exactOptional(help),
})

/** What the page needs to know about its deployment, as `/config.json` has it (requirements B1). */
export type Config = v.InferOutput<typeof configSchema>
export type Tenant = v.InferOutput<typeof tenant>
export type Help = v.InferOutput<typeof help>
export type Branding = v.InferOutput<typeof branding>

/** The sign-in methods of a deployment that configures none. */
const defaultMethods: readonly Method[] = ['google.com', 'microsoft.com']

/** The methods of a tenant, or the general ones if it has none of its own. */
export function methodsOf(
  { methods: general }: Pick<Config, 'methods'>,
  tenant: Pick<Tenant, 'methods'> | undefined,
): readonly Method[] {
  return tenant?.methods ?? general ?? defaultMethods
}

export type SecondFactorKind = v.InferOutput<typeof secondFactors>[number]

/** The second factors of which an account needs one. None if it needs none. */
export function secondFactorsOf(
  config: Pick<Config, 'secondFactors'>,
  tenant: Pick<Tenant, 'secondFactors'> | undefined,
): readonly SecondFactorKind[] {
  return tenant?.secondFactors ?? config.secondFactors ?? []
}

/** `key` is the path of the invalid value (`branding.accent`). It is empty for the document itself. */
export interface ConfigError {
  key: string
  message: string
}

export type ParsedConfig =
  | { ok: true; config: Config }
  /** `read` is the document, valid or not, without the keys that the schema does not have. */
  | { ok: false; errors: ConfigError[]; read: unknown }

/**
 * Reports every error at once. Unknown keys are left out, so that an older page that is still open in a browser works
 * with a newer server.
 */
export function parseConfig(document: unknown): ParsedConfig {
  const result = v.safeParse(configSchema, document, { abortPipeEarly: true })
  return result.success
    ? { ok: true, config: result.output }
    : { ok: false, errors: result.issues.map(toConfigError), read: result.output }
}

function toConfigError(issue: v.BaseIssue<unknown>): ConfigError {
  const key = v.getDotPath(issue) ?? ''
  if (key === '') return { key, message: 'must be an object' }
  if (issue.received === 'undefined') return { key, message: 'is missing' }
  return { key, message: issue.type === 'object' ? 'must be an object' : issue.message }
}
