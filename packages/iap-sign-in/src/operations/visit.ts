import type { Page } from '../interfaces/runtime.ts'
import type { Progress } from './progress.ts'
import { SignInError } from '../errors/sign-in-error.ts'

/**
 * The time that a user spends at one request. Going Back ends it. A sign-in that completes later would take the user
 * away from the page that they went to, so every later step of the operation throws.
 */
export class Visit {
  /** Resolves when the user has gone to another request of this page. */
  readonly left: Promise<void>
  readonly #progress: Progress
  readonly #page: Page
  #hasLeft = false
  #resolveLeft = () => {}

  constructor(progress: Progress, page: Page) {
    this.#progress = progress
    this.#page = page
    this.left = new Promise((resolve) => {
      this.#resolveLeft = resolve
    })
  }

  leave(): void {
    this.#progress.hide()
    this.#hasLeft = true
    this.#resolveLeft()
  }

  assertPresent(): void {
    if (this.#hasLeft) throw new SignInError('cancelled', 'The user has gone back.')
  }

  showProgress(): void {
    this.assertPresent()
    this.#progress.show()
  }

  hideProgress(): void {
    this.assertPresent()
    this.#progress.hide()
  }

  push(url: string, historyState: unknown): void {
    this.assertPresent()
    this.#page.push(url, historyState)
  }

  goTo(url: URL): void {
    this.assertPresent()
    this.#page.assign(url.href)
  }
}
