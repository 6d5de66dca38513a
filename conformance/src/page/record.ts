import './clock.ts'
import type { PageScript } from '../page-script.ts'

// Prepares the page before a library runs, and reports events in the page to the runner. So it must be the first
// import of every page.

declare global {
  interface Window {
    conformanceRecord(page: number, event: string): Promise<void>
  }
}

const element = document.querySelector<HTMLElement>('#script')
export const script: PageScript = JSON.parse(element?.textContent ?? '{}')
const page = Number(element?.dataset['page'])

export const entriesBefore = history.length

export function record(event: string): void {
  void window.conformanceRecord(page, event)
}

try {
  localStorage.clear()
  for (const [key, value] of Object.entries(script.storage ?? {})) localStorage.setItem(key, value)
} catch {
  // The browser already blocks the storage of this frame.
}

if (script.blockedStorage) {
  Object.defineProperty(window, 'localStorage', {
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })
}

if ('historyState' in script) history.replaceState(script.historyState, '')

const send = window.fetch
window.fetch = (input, init) => {
  const { method, url } = new Request(input, init)
  record(`fetch ${method} ${url}`)
  return send(input, init)
}

const push = history.pushState.bind(history)
history.pushState = (state: unknown, title, address) => {
  record(`history push ${JSON.stringify(state)} ${String(address)}`)
  push(state, title, address)
}

interface NavigateEvent extends Event {
  readonly navigationType: string
  readonly destination: { readonly url: string; readonly sameDocument: boolean }
}

;(window as unknown as { navigation: EventTarget }).navigation.addEventListener(
  'navigate',
  (event) => {
    const { navigationType, destination } = event as NavigateEvent
    if (!destination.sameDocument) record(`navigate ${destination.url}`)
    else if (navigationType !== 'push') record(`history ${navigationType} ${destination.url}`)
  },
)

window.addEventListener('pushstate', (event) => {
  record(`event pushstate ${JSON.stringify((event as CustomEvent).detail)}`)
})
