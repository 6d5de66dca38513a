/** Resolves after the next frame, or at once where none is drawn: in a hidden tab or in a frame. */
export function painted(): Promise<void> {
  if (document.hidden || window.top !== window) return Promise.resolve()
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve))
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
  })
}
