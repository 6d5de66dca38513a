import type { AuthenticationHandler } from './handler.ts'
import type { Page } from './ports.ts'
import { SignInError } from './sign-in-error.ts'

/**
 * The visitor's stay at one request. Going Back ends it: whatever the operation does next then throws,
 * so that a sign-in which completes late does not carry a visitor off who has gone elsewhere.
 */
export class Visit {
  /** Resolves when the visitor has left for another request of this page. */
  readonly left: Promise<void>
  readonly #handler: AuthenticationHandler
  readonly #page: Page
  #isProgressShown = false
  #hasLeft = false
  #resolveLeft = () => {}

  constructor(handler: AuthenticationHandler, page: Page) {
    this.#handler = handler
    this.#page = page
    this.left = new Promise((resolve) => {
      this.#resolveLeft = resolve
    })
  }

  leave(): void {
    this.end()
    this.#hasLeft = true
    this.#resolveLeft()
  }

  end(): void {
    if (!this.#isProgressShown) return
    this.#isProgressShown = false
    this.#handler.hideProgressBar?.()
  }

  showProgress(): void {
    this.assertPresent()
    if (this.#isProgressShown) return
    this.#isProgressShown = true
    this.#handler.showProgressBar?.()
  }

  hideProgress(): void {
    this.assertPresent()
    this.end()
  }

  assertPresent(): void {
    if (this.#hasLeft) throw new SignInError('cancelled', 'The visitor has gone back.')
  }

  push(address: string, historyState: unknown): void {
    this.assertPresent()
    this.#page.push(address, historyState)
  }

  goTo(address: URL): void {
    this.assertPresent()
    this.#page.assign(address.href)
  }
}
