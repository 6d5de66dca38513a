import { Authentication, type AuthenticationOptions } from '../authentication.ts'
import { MemoryBrowser } from './memory-browser.ts'
import { MemoryHandler, MemoryUser } from './memory-identity.ts'

export const apiKey = 'demo-key'
export const lookupUrl =
  'https://www.googleapis.com/identitytoolkit/v3/relyingparty/getProjectConfig'
export const redirectUri = 'https://gate.example.com/_gate/exchange'
export const targetUri = 'https://app.example.com/_gate/cookie'
export const originalUri = 'https://app.example.com/reports?id=7'

/** A sign-in page and a gate. Everything works, except what a test changes. */
export class Scene {
  readonly browser: MemoryBrowser
  readonly handler = new MemoryHandler(apiKey)
  readonly #options: AuthenticationOptions

  constructor(query: Record<string, string>, options: AuthenticationOptions = {}, hash = '') {
    const parameters = new URLSearchParams({ apiKey, ...query })
    this.browser = new MemoryBrowser(`https://login.example.com/?${parameters}${hash}`)
    this.#options = options
    this.browser.serve(lookupUrl, () =>
      Response.json({ projectId: '12345', authorizedDomains: ['example.com'] }),
    )
    this.answerExchange({ redirectToken: 'redirect-token', originalUri, targetUri })
    this.browser.serve(targetUri, () => new Response(''))
  }

  static login(query: Record<string, string> = {}, options?: AuthenticationOptions, hash?: string) {
    return new Scene(
      { mode: 'login', tid: 'acme', redirect_uri: redirectUri, state: 'sealed', ...query },
      options,
      hash,
    )
  }

  authentication(): Authentication {
    return new Authentication(this.handler, { ...this.#options, runtime: this.browser.runtime })
  }

  start(): Promise<void> {
    return this.authentication().start()
  }

  /** Starts, and returns the error. Throws if the start does not fail. */
  async failure(): Promise<Error> {
    try {
      await this.start()
    } catch (error) {
      if (error instanceof Error) return error
    }
    throw new Error('The start did not fail.')
  }

  answerExchange(body: unknown, init?: ResponseInit): void {
    this.browser.serve(redirectUri, () => Response.json(body, init))
  }

  user(tenantId: string | null = 'acme', tokenAge = 0): MemoryUser {
    return new MemoryUser({ tenantId, tokenAge, now: () => this.browser.time })
  }

  remember(user: MemoryUser): MemoryUser {
    this.handler.authOf(user.tenantId).user = user
    return user
  }

  get requests(): string[] {
    return this.browser.sent.map(({ method, url }) => `${method} ${url}`)
  }
}
