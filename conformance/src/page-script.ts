/** The script of a scenario's page, as JSON: its handler's behaviour and its accounts. */
export interface PageScript {
  /** Handler methods to leave out. Default: none. */
  readonly without?: readonly HandlerMethod[]
  /** Users who are already signed in, by tenant; the key `project` is the project level. */
  readonly signedIn?: Readonly<Record<string, Account>>
  /** The credentials that `startSignIn` returns, one per call; the last one repeats. */
  readonly credentials?: readonly (Account | Failure | Never)[]
  /** What `selectTenant` returns, one per call; the last one repeats. */
  readonly choices?: readonly (Choice | Failure | Never)[]
  /** What `processUser` returns. Default: its argument. */
  readonly processed?: Account | Failure
  readonly completeSignOut?: Failure
  readonly getAuth?: Failure
  readonly signOut?: Failure
  /** The API key of the auth instances. Default: the requested one. */
  readonly authApiKey?: string
  /** The handler is not a valid handler. */
  readonly brokenHandler?: boolean
  readonly storage?: Readonly<Record<string, string>>
  readonly blockedStorage?: boolean
  /** The state of the history entry that the page is opened in. */
  readonly historyState?: unknown
  /** Starts no flow before a step does. */
  readonly waits?: boolean
}

export type HandlerMethod =
  | 'processUser'
  | 'selectTenant'
  | 'showProgressBar'
  | 'hideProgressBar'
  | 'handleError'

export interface Account {
  /** Default: the tenant of the auth instance; null is the project level. */
  readonly tenantId?: string | null
  /** How old the stored ID token is. Default: just issued. */
  readonly tokenAgeSeconds?: number
  /** The identity library's error when the token is requested. */
  readonly tokenFails?: string
  /** The identity library's error when a fresh token is forced. */
  readonly refreshFails?: string
}

export interface Choice {
  readonly tenantId: string | null
  readonly email?: string
  readonly providerIds?: readonly string[]
}

export interface Failure {
  readonly fails: string
}

export type Never = 'never'
