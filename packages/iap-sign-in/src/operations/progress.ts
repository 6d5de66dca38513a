import type { AuthenticationHandler } from '../interfaces/handler.ts'

/** Shows or hides that the page is busy. The handler is called only when that changes. */
export interface Progress {
  show(): void
  hide(): void
}

export function createProgress(handler: AuthenticationHandler): Progress {
  let isShown = false
  return {
    show() {
      if (isShown) return
      isShown = true
      handler.showProgressBar?.()
    },
    hide() {
      if (!isShown) return
      isShown = false
      handler.hideProgressBar?.()
    },
  }
}
