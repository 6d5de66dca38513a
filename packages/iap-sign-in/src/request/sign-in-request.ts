import type { SelectedTenantInfo } from '../interfaces/handler.ts'
import { readLoginHint } from './login-hint.ts'
import { parseRedirectUri } from './redirect-uri.ts'
import { refuse, type SignInError } from '../errors/sign-in-error.ts'
import { isTid, tenantIdOf } from './tenant-id.ts'

/** What every request has. `tid` is a tenant id, or `_` and the project number. */
interface Common {
  readonly apiKey: string
  readonly tid: string | null
  /** The language tag for the identity service. Null if the URL has none. */
  readonly languageCode: string | null
  /** The query of the URL, which differs between requests in the page's history. */
  readonly search: string
}

/** Where the result is sent. Only the redirect server can read the state, so it is passed on unchanged. */
export interface ReturnPath {
  readonly redirectUri: string
  readonly state: string
}

export interface LoginRequest extends Common {
  readonly mode: 'login' | 'reauth'
  readonly tid: string
  readonly returnPath: ReturnPath
  readonly hint: SelectedTenantInfo | null
}

export interface SelectAuthSessionRequest extends Common {
  readonly mode: 'selectAuthSession'
  readonly returnPath: ReturnPath
}

export interface SignOutRequest extends Common {
  readonly mode: 'signout'
  readonly returnPath: ReturnPath | null
}

export type SignInRequest = LoginRequest | SelectAuthSessionRequest | SignOutRequest

/** What a page serves. If something is not set here, the handler and the project lookup check it later. */
export interface Served {
  /** The only API key. Any other is refused before anything is sent (D2). */
  readonly apiKey?: string | undefined
  /** The tenants by their `tid`: an id, or `_` and the project number. */
  readonly tenantIds?: readonly string[] | undefined
}

const modes = ['login', 'reauth', 'signout', 'selectAuthSession'] as const
// Other proxies write longer states than our gate. A provider's page has the whole URL, which must stay below 16 KB.
const maxState = 10_000
const apiKeyForm = /^[\x21-\x7e]{1,256}$/
const visible = /^[\x21-\x7e]+$/
// Form decoding turns an unescaped '+' into a space. A state in base64 may have one, and no other state may.
const base64WithSpaces = /^[\w+/= -]+$/
const languageTag = /^[a-z]{2,3}(?:[_-][a-z\d]{1,8}){0,3}$/i

/** Parses the URL and decodes it once. Throws a refusal (D1–D4, D6). */
export function parseSignInRequest(url: URL, historyState: unknown, served: Served): SignInRequest {
  const read = (name: string) => readOnce(url.searchParams, name)
  const apiKey = read('apiKey')
  if (apiKey === null || !apiKeyForm.test(apiKey)) throw refuse('invalid-api-key')
  if (served.apiKey !== undefined && apiKey !== served.apiKey) throw refuse('invalid-project')

  const mode = parseMode(read('mode'))
  const tid = parseTid(read('tid'), served.tenantIds)
  const returnPath = parseReturnPath(read('redirect_uri'), read('state'))
  const common = { apiKey, tid, languageCode: readLanguage(url), search: url.search }

  if (mode === 'signout') return { ...common, mode, returnPath }
  if (returnPath === null) throw refuse('invalid-request')
  if (mode === 'selectAuthSession') return { ...common, mode, returnPath }
  if (tid === null) throw refuse('invalid-request')
  const hint = readLoginHint(url.hash, historyState, tenantIdOf(tid))
  return { ...common, mode, tid, returnPath, hint }
}

/** The first well-formed `hl`. It may become part of provider URLs, so any other text is dropped. */
export function readLanguage(url: URL): string | null {
  return url.searchParams.getAll('hl').find((hl) => languageTag.test(hl)) ?? null
}

/** A parameter with two values is refused, because two parsers may read it differently. */
function readOnce(parameters: URLSearchParams, name: string): string | null {
  const [value, ...others] = new Set(parameters.getAll(name))
  if (others.length > 0) throw refuse('invalid-request')
  return value || null
}

function parseMode(text: string | null): SignInRequest['mode'] {
  const mode = modes.find((known) => known === text)
  if (!mode) throw refuse('invalid-mode')
  return mode
}

function parseTid(tid: string | null, served: readonly string[] | undefined): string | null {
  if (tid === null) return null
  if (!isTid(tid)) throw tid.startsWith('_') ? refuseTenant(tid) : refuse('invalid-request')
  if (served && !served.includes(tid)) throw refuseTenant(tid)
  return tid
}

/** The refusal of a tenant that the page does not serve (D3). */
export function refuseTenant(tid: string): SignInError {
  return refuse(tid.startsWith('_') ? 'mismatching-project-numbers' : 'mismatching-tenant')
}

function parseReturnPath(redirectUri: string | null, state: string | null): ReturnPath | null {
  if (redirectUri === null) return null
  if (state === null || !isState(state)) throw refuse('invalid-request')
  return { redirectUri: parseRedirectUri(redirectUri).href, state }
}

function isState(state: string): boolean {
  return state.length <= maxState && (visible.test(state) || base64WithSpaces.test(state))
}
