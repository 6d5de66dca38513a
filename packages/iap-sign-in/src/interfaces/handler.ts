import { refuse } from '../errors/sign-in-error.ts'

/** The part of a signed-in account that the engine needs. The modular and the compat Firebase SDK both have it. */
export interface User {
  readonly tenantId?: string | null
  getIdToken(forceRefresh?: boolean): Promise<string>
  getIdTokenResult(forceRefresh?: boolean): Promise<{ token: string; issuedAtTime: string }>
}

/** Whether the account belongs to this tenant. `null` is the project itself (D3). */
export function isOfTenant(user: User, tenantId: string | null): boolean {
  return (user.tenantId || null) === tenantId
}

export interface UserCredential {
  readonly user: User | null
}

/** The part of an auth instance that the engine needs, of the modular and of the compat Firebase SDK. */
export interface Auth {
  readonly app: { readonly options: { readonly apiKey?: string } | object }
  onAuthStateChanged(
    next: (user: User | null) => unknown,
    error?: (error: Error) => unknown,
  ): () => void
  signOut(): Promise<void>
}

/** The tenant that the user chose, or that the URL asks for. `null` is the project itself. */
export interface SelectedTenantInfo {
  email?: string
  tenantId: string | null
  providerIds?: string[]
}

export interface ProjectConfig {
  /** The project number. The protocol calls it `projectId`. */
  projectId: string
  apiKey: string
}

/** What the page does for the engine: the contract of the public client library, and two more hooks. */
export interface AuthenticationHandler {
  /** The engine sets it from `hl`. */
  languageCode?: string | null
  /** One auth instance for each tenant. Throws if the key is not this page's own (D2). */
  getAuth(apiKey: string, tenantId: string | null): Auth
  /** Shows the sign-in methods, and resolves once the user has signed in. */
  startSignIn(auth: Auth, match?: SelectedTenantInfo): Promise<UserCredential>
  /** Shows the user that every session has ended. There is no URL to return to. */
  completeSignOut(): Promise<void>
  /** Lets the page process the user before the ID token is exchanged (C9). */
  processUser?(user: User): Promise<User>
  /**
   * Called when everything is done and the page is about to be left for the application. The page stays if this throws.
   * Otherwise, an application that always redirects back here would cause an endless loop.
   */
  beforeReturn?(originalUri: URL): void
  /** Lets the user choose. Without it, the first tenant is taken (C8). */
  selectTenant?(projectConfig: ProjectConfig, tenantIds: string[]): Promise<SelectedTenantInfo>
  showProgressBar?(): void
  hideProgressBar?(): void
  /** Called with every error, before `start()` rejects with it. */
  handleError?(error: Error): void
  /** Called with the reason why a signed-in account cannot continue (C6), before `startSignIn` is called again. */
  handleLostUser?(error: Error): void
}

const required = ['getAuth', 'startSignIn', 'completeSignOut'] as const
const optional = [
  'processUser',
  'beforeReturn',
  'selectTenant',
  'showProgressBar',
  'hideProgressBar',
  'handleError',
  'handleLostUser',
] as const

export function assertHandler(handler: AuthenticationHandler): void {
  const isComplete =
    typeof handler === 'object' &&
    handler !== null &&
    required.every((method) => typeof handler[method] === 'function') &&
    optional.every((method) => ['function', 'undefined'].includes(typeof handler[method]))
  if (!isComplete) throw refuse('invalid-handler')
}
