/** Resolves after the next frame. In a hidden tab or a frame, where nothing may be painted, it resolves at once. */
export function painted(): Promise<void> {
  if (document.hidden || window.top !== window) return Promise.resolve()
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve())
    port1.start()
    // A message arrives sooner than a timer would, and after the frame is painted.
    requestAnimationFrame(() => port2.postMessage(null))
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
  })
}
