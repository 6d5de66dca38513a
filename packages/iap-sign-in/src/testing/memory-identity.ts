import type {
  Auth,
  AuthenticationHandler,
  SelectedTenantInfo,
  User,
} from '../interfaces/handler.ts'

interface Account {
  readonly tenantId?: string | null
  readonly now: () => number
  /** How long ago the stored token was issued, in milliseconds. */
  readonly tokenAge?: number
}

/** An account whose token has another number after each refresh: `acme token 1`, `acme token 2` … */
export class MemoryUser implements User {
  readonly tenantId: string | null
  refreshes = 0
  /** Makes the next refreshes fail. */
  refusal: Error | null = null
  readonly #now: () => number
  #issuedAt: number

  constructor({ tenantId = null, now, tokenAge = 0 }: Account) {
    this.tenantId = tenantId
    this.#now = now
    this.#issuedAt = now() - tokenAge
  }

  get token(): string {
    return `${this.tenantId ?? 'project'} token ${this.refreshes + 1}`
  }

  async getIdTokenResult(): Promise<{ token: string; issuedAtTime: string }> {
    return { token: this.token, issuedAtTime: new Date(this.#issuedAt).toUTCString() }
  }

  async getIdToken(forceRefresh: boolean): Promise<string> {
    if (!forceRefresh) return this.token
    if (this.refusal) throw this.refusal
    this.refreshes += 1
    this.#issuedAt = this.#now()
    return this.token
  }
}

export class MemoryAuth implements Auth {
  readonly app: { options: { apiKey: string } }
  user: User | null = null
  signOuts = 0
  isStuck = false

  constructor(apiKey: string) {
    this.app = { options: { apiKey } }
  }

  onAuthStateChanged(next: (user: User | null) => unknown): () => void {
    if (!this.isStuck) queueMicrotask(() => next(this.user))
    return () => {}
  }

  async signOut(): Promise<void> {
    this.signOuts += 1
    this.user = null
  }
}

/** A handler that records its calls, and signs in the user that the test chooses. */
export class MemoryHandler implements AuthenticationHandler {
  languageCode: string | null = null
  readonly calls: string[] = []
  readonly errors: Error[] = []
  readonly matches: (SelectedTenantInfo | undefined)[] = []
  readonly auths = new Map<string | null, MemoryAuth>()
  readonly #apiKey: string
  beforeReturn: (originalUri: URL) => void = () => {}
  signIn: (auth: MemoryAuth) => Promise<{ user: User | null }> = () => new Promise(() => {})

  constructor(apiKey: string) {
    this.#apiKey = apiKey
  }

  authOf(tenantId: string | null): MemoryAuth {
    const auth = this.auths.get(tenantId) ?? new MemoryAuth(this.#apiKey)
    this.auths.set(tenantId, auth)
    return auth
  }

  getAuth(_apiKey: string, tenantId: string | null): MemoryAuth {
    this.calls.push(`getAuth ${tenantId}`)
    return this.authOf(tenantId)
  }

  startSignIn(auth: MemoryAuth, match?: SelectedTenantInfo): Promise<{ user: User | null }> {
    this.calls.push('startSignIn')
    this.matches.push(match)
    return this.signIn(auth)
  }

  async completeSignOut(): Promise<void> {
    this.calls.push('completeSignOut')
  }

  showProgressBar(): void {
    this.calls.push('showProgressBar')
  }

  hideProgressBar(): void {
    this.calls.push('hideProgressBar')
  }

  handleError(error: Error): void {
    this.calls.push('handleError')
    this.errors.push(error)
  }

  handleLostUser(error: Error): void {
    this.calls.push('handleLostUser')
    this.errors.push(error)
  }
}
