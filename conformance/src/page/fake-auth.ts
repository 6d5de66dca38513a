import type { Account } from '../page-script.ts'
import { record } from './record.ts'

/**
 * A user of one tenant, with the parts that the protocol reads. Reads are not recorded, because they
 * change nothing; a forced refresh is recorded, because it would be a request.
 */
export class FakeUser {
  readonly tenantId: string | null
  readonly #account: Account
  readonly #name: string
  #issuedAt: number
  #generation = 1

  constructor(name: string, account: Account, tenantId: string | null) {
    this.#name = name
    this.#account = account
    this.tenantId = account.tenantId === undefined ? tenantId : account.tenantId
    this.#issuedAt = Date.now() - (account.tokenAgeSeconds ?? 0) * 1000
  }

  async getIdTokenResult() {
    if (this.#account.tokenFails) throw refusal(this.#account.tokenFails)
    return {
      token: this.#token(),
      issuedAtTime: new Date(this.#issuedAt).toUTCString(),
      claims: {},
    }
  }

  async getIdToken(force = false) {
    if (force) {
      record(`refresh token of ${this.#name}`)
      if (this.#account.refreshFails) throw refusal(this.#account.refreshFails)
      this.#issuedAt = Date.now()
      this.#generation += 1
    }
    return this.#token()
  }

  toString() {
    return `user ${this.#name}`
  }

  #token() {
    return `id-token of ${this.#name}, ${this.#generation}`
  }
}

/** One auth instance for each tenant, all of the same project. */
export class FakeAuth {
  readonly app: { readonly options: { readonly apiKey: string } }
  readonly tenantId: string | null
  currentUser: FakeUser | null
  readonly #signOutFails: string | undefined

  constructor(
    apiKey: string,
    tenantId: string | null,
    stored: Account | undefined,
    signOutFails: string | undefined,
  ) {
    this.app = { options: { apiKey } }
    this.tenantId = tenantId
    this.currentUser = stored ? new FakeUser(`${this.#name} stored`, stored, tenantId) : null
    this.#signOutFails = signOutFails
  }

  onAuthStateChanged(observer: (user: FakeUser | null) => void) {
    let subscribed = true
    queueMicrotask(() => {
      if (subscribed) observer(this.currentUser)
    })
    return () => {
      subscribed = false
    }
  }

  async signOut() {
    record(`sign out ${this.#name}`)
    if (this.#signOutFails) throw refusal(this.#signOutFails)
    this.currentUser = null
  }

  toString() {
    return `auth ${this.#name}`
  }

  get #name() {
    return this.tenantId ?? 'project'
  }
}

export function refusal(code: string): Error {
  return Object.assign(new Error(`Refused with ${code}`), { code })
}
