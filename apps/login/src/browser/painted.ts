/** Resolves after the next frame, or at once where none is drawn: in a hidden tab or in a frame. */
export function painted(): Promise<void> {
  if (document.hidden || window.top !== window) return Promise.resolve()
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve())
    port1.start()
    // Sooner than a timer, and not before the frame is drawn.
    requestAnimationFrame(() => port2.postMessage(null))
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
  })
}
