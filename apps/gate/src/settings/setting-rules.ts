import { admitsTenant, headerNamesOf, tenantsOf } from '@foyer/contract/access-policy'
import { isTid, tenantIdOf } from '@foyer/iap-sign-in/tenant-id'
import * as v from 'valibot'
import {
  databaseSettings,
  eachSetting,
  emulatorVariable,
  storeSettings,
  type Each,
} from './settings-schema.ts'
import { isLocalhost } from './setting-values.ts'
import { haveOwnHosts } from './sites.ts'

const urlsOf = ({ upstreams }: Pick<Each, 'upstreams'>) =>
  upstreams.map(({ publicUrl }) => publicUrl)

/** The audience of an assertion by default. */
export const audienceOf = (given: Pick<Each, 'project-number'>, name: string) =>
  `/projects/${given['project-number']}/apps/${name}`

const isOfProject = (id: string, projectNumber: string) =>
  !id.startsWith('_') || id === `_${projectNumber}`

type Hosts = Pick<Each, 'policy-file' | 'public-url' | 'upstreams'>

/** The policy may be that of several gates, so it may have other hosts too. */
const hostsWithoutRules = (given: Hosts) => {
  const rules = given['policy-file']?.hosts
  const own = [given['public-url'], ...urlsOf(given)].map(({ host }) => host)
  return rules ? own.filter((host) => !Object.hasOwn(rules, host)) : []
}

type Tenants = Pick<Each, 'policy-file' | 'tenants' | 'tenants-file'>

/** Tenants without a rule may be those of another gate, but one that may enter must be there. */
const letsSomebodyIn = (given: Tenants) => {
  const policy = given['policy-file'] ?? {}
  const listed = given['tenants-file'] ?? given.tenants
  const tids = listed.length > 0 ? listed.map(tenantIdOf) : [null]
  // An invalid id is reported itself.
  return !listed.every(isTid) || tids.some((tenantId) => admitsTenant(policy, tenantId))
}

const isLoopback = (host: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host)

interface Urls {
  'database-url'?: string | undefined
  'database-url-file'?: string | undefined
}

/** Two values would leave it open which database is meant. */
const isOneUrl = (given: Urls) =>
  given['database-url'] === undefined || given['database-url-file'] === undefined
const oneUrlMessage =
  '--database-url / GATE_DATABASE_URL and --database-url-file / GATE_DATABASE_URL_FILE exclude each other'

export const databaseSchema = v.pipe(
  v.object(databaseSettings),
  v.partialCheck([['database-url'], ['database-url-file']], isOneUrl, oneUrlMessage),
)

export const storeSchema = v.pipe(
  v.object(storeSettings),
  v.partialCheck([['database-url'], ['database-url-file']], isOneUrl, oneUrlMessage),
)

/** Rules between settings. Each is checked if the settings in it are valid. */
const withOwnRules = v.pipe(
  // The further rules of a setting would report the same mistake again.
  v.config(eachSetting, { abortPipeEarly: true }),
  v.partialCheck(
    [['mode'], ['accept-emulator-tokens']],
    (given: Pick<Each, 'mode' | 'accept-emulator-tokens'>) =>
      given.mode === 'local' || !given['accept-emulator-tokens'],
    '--accept-emulator-tokens / GATE_ACCEPT_EMULATOR_TOKENS is refused in production',
  ),
  v.partialCheck(
    [['mode'], [emulatorVariable]],
    (given: Pick<Each, 'mode' | typeof emulatorVariable>) =>
      given.mode === 'local' || given[emulatorVariable] === undefined,
    `${emulatorVariable} is refused in production`,
  ),
  v.partialCheck(
    [['public-url'], ['accept-emulator-tokens']],
    (given: Pick<Each, 'public-url' | 'accept-emulator-tokens'>) =>
      !given['accept-emulator-tokens'] || isLocalhost(given['public-url']),
    '--public-url / GATE_PUBLIC_URL must be on localhost while emulator tokens are accepted',
  ),
  v.partialCheck(
    [['upstreams'], ['accept-emulator-tokens']],
    (given: Pick<Each, 'upstreams' | 'accept-emulator-tokens'>) =>
      !given['accept-emulator-tokens'] || urlsOf(given).every(isLocalhost),
    '--upstreams / GATE_UPSTREAMS must be on localhost while emulator tokens are accepted',
  ),
  v.partialCheck(
    [['host'], ['accept-emulator-tokens']],
    (given: Pick<Each, 'host' | 'accept-emulator-tokens'>) =>
      !given['accept-emulator-tokens'] || isLoopback(given.host),
    '--host / GATE_HOST must be a loopback address while emulator tokens are accepted',
  ),
  v.partialCheck(
    [['mode'], ['jwks-url']],
    (given: Pick<Each, 'mode' | 'jwks-url'>) =>
      given.mode === 'local' || given['jwks-url'].protocol === 'https:',
    '--jwks-url / GATE_JWKS_URL must be https in production',
  ),
)

/** Those about tenants, applications and the access policy. */
export const settingsSchema = v.pipe(
  withOwnRules,
  v.partialCheck(
    [['login'], ['public-url']],
    (given: Pick<Each, 'login' | 'public-url'>) =>
      given.login.origin !== given['public-url'].origin,
    '--login / GATE_LOGIN must be another origin than --public-url / GATE_PUBLIC_URL',
  ),
  v.partialCheck(
    [['login'], ['upstreams']],
    (given: Pick<Each, 'login' | 'upstreams'>) =>
      urlsOf(given).every((url) => url.origin !== given.login.origin),
    '--login / GATE_LOGIN must be another origin than those of --upstreams / GATE_UPSTREAMS',
  ),
  v.partialCheck(
    [['public-url'], ['upstreams']],
    (given: Pick<Each, 'public-url' | 'upstreams'>) =>
      haveOwnHosts([given['public-url'], ...urlsOf(given)]),
    '--upstreams / GATE_UPSTREAMS names a host twice, or the host of --public-url / GATE_PUBLIC_URL',
  ),
  v.partialCheck(
    [['audience'], ['upstreams'], ['project-number']],
    (given: Pick<Each, 'audience' | 'upstreams' | 'project-number'>) =>
      urlsOf(given).every(({ host }) => audienceOf(given, host) !== given.audience),
    '--audience / GATE_AUDIENCE is the audience of an application of --upstreams / GATE_UPSTREAMS',
  ),
  v.partialCheck(
    [['upstream'], ['auth-port']],
    (given: Pick<Each, 'upstream' | 'auth-port'>) =>
      given.upstream !== undefined || given['auth-port'] !== undefined,
    '--upstream / GATE_UPSTREAM is required',
  ),
  v.partialCheck(
    [['upstreams'], ['auth-port']],
    (given: Pick<Each, 'upstreams' | 'auth-port'>) =>
      given['auth-port'] !== undefined || given.upstreams.every((site) => site.upstream),
    '--upstreams / GATE_UPSTREAMS has a host without an application, which needs --auth-port / GATE_AUTH_PORT',
  ),
  v.partialCheck(
    [['trusted-proxies'], ['auth-port']],
    (given: Pick<Each, 'trusted-proxies' | 'auth-port'>) =>
      given['auth-port'] === undefined || !given['trusted-proxies'].isEmpty,
    '--auth-port / GATE_AUTH_PORT needs --trusted-proxies / GATE_TRUSTED_PROXIES: who may ask',
  ),
  v.partialCheck(
    [['tenants'], ['project-number']],
    (given: Pick<Each, 'tenants' | 'project-number'>) =>
      given.tenants.every((id) => isOfProject(id, given['project-number'])),
    "--tenants / GATE_TENANTS names another project's accounts",
  ),
  v.partialCheck(
    [['tenants-file'], ['project-number']],
    (given: Pick<Each, 'tenants-file' | 'project-number'>) =>
      (given['tenants-file'] ?? []).every((id) => isOfProject(id, given['project-number'])),
    "--tenants-file / GATE_TENANTS_FILE names another project's accounts",
  ),
  v.partialCheck(
    [['tenants'], ['tenants-file']],
    (given: Pick<Each, 'tenants' | 'tenants-file'>) =>
      given.tenants.length === 0 || given['tenants-file'] === undefined,
    '--tenants / GATE_TENANTS and --tenants-file / GATE_TENANTS_FILE exclude each other',
  ),
  v.partialCheck([['database-url'], ['database-url-file']], isOneUrl, oneUrlMessage),
  v.partialCheck(
    [['policy-file'], ['project-number']],
    (given: Pick<Each, 'policy-file' | 'project-number'>) =>
      tenantsOf(given['policy-file'] ?? {}).every((id) => isOfProject(id, given['project-number'])),
    "--policy-file / GATE_POLICY_FILE names another project's accounts",
  ),
  v.partialCheck(
    [['policy-file'], ['pass-headers']],
    (given: Pick<Each, 'policy-file' | 'pass-headers'>) =>
      headerNamesOf(given['policy-file'] ?? {}).every((name) => !given['pass-headers'].has(name)),
    '--pass-headers / GATE_PASS_HEADERS lists a header that --policy-file / GATE_POLICY_FILE sets',
  ),
  v.partialCheck(
    [['policy-file'], ['public-url'], ['upstreams']],
    (given: Hosts) => hostsWithoutRules(given).length === 0,
    ({ input }) =>
      `--policy-file / GATE_POLICY_FILE has hosts, but not each host of the gate: add ${hostsWithoutRules(input).join(', ')}`,
  ),
  v.partialCheck(
    [['policy-file'], ['tenants'], ['tenants-file']],
    letsSomebodyIn,
    '--policy-file / GATE_POLICY_FILE lets nobody sign in: it has a rule for no tenant of --tenants / GATE_TENANTS, and none in others',
  ),
)
