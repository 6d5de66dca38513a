/** What the page of a scenario is told, as JSON: its handler's behaviour and its accounts. */
export interface PageScript {
  /** Handler methods left out. Default: all are there. */
  readonly without?: readonly HandlerMethod[]
  /** Who is signed in already, by tenant; the key `project` is the project level. */
  readonly signedIn?: Readonly<Record<string, Account>>
  /** The credentials that `startSignIn` answers with, one a call; the last one repeats. */
  readonly credentials?: readonly (Account | Failure | Never)[]
  /** What `selectTenant` answers, one a call; the last one repeats. */
  readonly choices?: readonly (Choice | Failure | Never)[]
  /** What `processUser` answers. Default: the user it was given. */
  readonly processed?: Account | Failure
  readonly completeSignOut?: Failure
  readonly getAuth?: Failure
  readonly signOut?: Failure
  /** The API key of the auth instances. Default: the one asked for. */
  readonly authApiKey?: string
  /** The handler is no handler at all. */
  readonly brokenHandler?: boolean
  readonly storage?: Readonly<Record<string, string>>
  readonly blockedStorage?: boolean
  /** The state of the history entry that the page is opened in. */
  readonly historyState?: unknown
  /** Starts no flow until a step says so. */
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
  /** The identity library's refusal when the token is asked for. */
  readonly tokenFails?: string
  /** The identity library's refusal when a fresh token is forced. */
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
