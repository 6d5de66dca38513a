import { browserRuntime } from './browser.ts'
import { assertHandler, type Auth, type AuthenticationHandler } from './interfaces/handler.ts'
import { selectAuthSession } from './operations/select-auth-session.ts'
import { createSignIn } from './operations/sign-in.ts'
import { signOut } from './operations/sign-out.ts'
import type { Page, Runtime } from './interfaces/runtime.ts'
import { createProgress, type Progress } from './operations/progress.ts'
import { identityToolkitOrigin } from './project/project.ts'
import { createServices, type Services } from './operations/services.ts'
import { asError, refuse, withRetry } from './errors/sign-in-error.ts'
import {
  parseSignInRequest,
  readLanguage,
  type Served,
  type SignInRequest,
} from './request/sign-in-request.ts'
import { tenantIdOf } from './request/tenant-id.ts'
import { Visit } from './operations/visit.ts'

export interface AuthenticationOptions extends Served {
  /** Whether this page serves a tenant, for a page that cannot list its tenants. */
  readonly servesTenant?: ((tid: string) => Promise<boolean>) | undefined
  /** The origin of the project lookup. For an emulator it is the page's origin with the path `/www.googleapis.com`. */
  readonly identityToolkitOrigin?: string | undefined
  readonly runtime?: Runtime | undefined
}

/** The request in the URL, as an operation that can run more than once, or its refusal. */
type ParsedRequest =
  | { readonly request: SignInRequest; readonly run: (visit: Visit) => Promise<void> }
  | { readonly refused: Error }

/**
 * Runs the request in the page's URL: login, reauth, signout or selectAuthSession.
 * The constructor reads the URL and asks the handler for its auth instance. It sends nothing.
 */
export class Authentication {
  readonly #handler: AuthenticationHandler
  readonly #options: AuthenticationOptions
  readonly #page: Page
  readonly #progress: Progress
  readonly #services: Services
  readonly #initialRequest: ParsedRequest

  /** Throws if the handler lacks a method. For an invalid URL, `start()` rejects. */
  constructor(handler: AuthenticationHandler, options: AuthenticationOptions = {}) {
    assertHandler(handler)
    const runtime = options.runtime ?? browserRuntime()
    this.#handler = handler
    this.#options = options
    this.#page = runtime.page
    this.#progress = createProgress(handler)
    this.#services = createServices(
      runtime,
      options.identityToolkitOrigin ?? identityToolkitOrigin(),
      options.servesTenant,
    )
    this.#initialRequest = this.#readUrl()
  }

  /**
   * Resolves when the page is about to be left, or the sign-out is complete. Before it rejects, it calls `handleError`
   * of the handler. A transient error has `retry()`, which runs the request again.
   */
  async start(): Promise<void> {
    await this.#page.ready()
    await this.#runAll(this.#initialRequest)
  }

  /** The URL in the application that the user came from. Null if the request has no redirect URL. */
  async getOriginalURL(): Promise<string | null> {
    if ('refused' in this.#initialRequest) throw this.#initialRequest.refused
    const { request } = this.#initialRequest
    if (!request.returnPath) return null
    await this.#services.validate(request)
    const { redirectUri, state } = request.returnPath
    const session = await this.#services.redirectServer.sessionInfo(redirectUri, state)
    return session.originalUri.href
  }

  /**
   * Runs one request after another, as the page's history changes: the choice of a tenant leads to its login, and Back
   * to the choice.
   */
  async #runAll(first: ParsedRequest): Promise<void> {
    for (let next: ParsedRequest | null = first; next;) next = await this.#run(next)
  }

  /** Runs one request. Resolves to the next request if the URL has changed to one, or to null. */
  async #run(parsed: ParsedRequest): Promise<ParsedRequest | null> {
    if ('refused' in parsed) {
      this.#handler.handleError?.(parsed.refused)
      throw parsed.refused
    }
    const { request, run } = parsed
    const visit = new Visit(this.#progress, this.#page)
    let next: ParsedRequest | null = null
    // A link within the page changes the history too, but asks for no other request.
    const readNewUrl = () => {
      next = this.#page.url().search === request.search ? null : this.#readUrl()
    }
    const stopListening = [
      this.#page.onPush(readNewUrl),
      this.#page.onPop(() => {
        readNewUrl()
        if (next) visit.leave()
      }),
    ]
    try {
      visit.showProgress()
      await Promise.race([run(visit), visit.left])
      return next
    } catch (error) {
      this.#progress.hide()
      const reported = withRetry(asError(error), () => this.#runAll(parsed))
      this.#handler.handleError?.(reported)
      throw reported
    } finally {
      for (const stop of stopListening) stop()
    }
  }

  #readUrl(): ParsedRequest {
    const url = this.#page.url()
    try {
      // A frozen handler cannot be changed, and keeps its own language.
      Reflect.set(this.#handler, 'languageCode', readLanguage(url))
      const request = parseSignInRequest(url, this.#page.historyState(), this.#options)
      return { request, run: this.#operation(request) }
    } catch (error) {
      return { refused: asError(error) }
    }
  }

  /** Asks for the auth instance at once, because the handler refuses the key of another project then (D2). */
  #operation(request: SignInRequest): (visit: Visit) => Promise<void> {
    const handler = this.#handler
    const services = this.#services
    const authOf = (tid: string) => this.#authOf(request.apiKey, tid)
    const auth = request.tid === null ? null : authOf(request.tid)

    if (request.mode === 'signout') {
      return (visit) => signOut(request, authOf, handler, services, visit)
    }
    if (request.mode === 'selectAuthSession') {
      return (visit) => selectAuthSession(request, handler, services, visit)
    }
    return createSignIn(request, auth ?? authOf(request.tid), handler, services)
  }

  #authOf(apiKey: string, tid: string): Auth {
    const auth = this.#handler.getAuth(apiKey, tenantIdOf(tid))
    const options: { apiKey?: string } = auth.app.options
    if (options.apiKey !== apiKey) throw refuse('api-key-mismatch')
    return auth
  }
}
