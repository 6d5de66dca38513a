import type { AuthenticationHandler } from '../ports/handler.ts'

/** Whether the page shows that the engine is at work. The handler is called for changes only. */
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
