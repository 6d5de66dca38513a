import { Ivya } from 'ivya'
import { getAriaDisabled, getElementAccessibleDescription, isElementVisible } from 'ivya/utils'

// Runs in the page. Finds elements by Playwright's selectors, and tells what the matchers compare.

const ivya = Ivya.create({ browser: 'webkit' })

const facts = {
  accessibleDescription: (element) => getElementAccessibleDescription(element, false),
  attribute: (element, name) => element.getAttribute(name),
  isDisabled: (element) => getAriaDisabled(element),
  isEmpty: (element) =>
    'value' in element && element.tagName !== 'BUTTON'
      ? element.value === ''
      : element.textContent.trim() === '',
  isFocused: (element) => element === document.activeElement,
  isVisible: (element) => isElementVisible(element),
  style: (element, name) => getComputedStyle(element).getPropertyValue(name),
  text: (element) => element.textContent.replaceAll(/\s+/g, ' ').trim(),
  value: (element) => ('value' in element ? element.value : null),
} satisfies Record<string, (element: Element, name: string) => unknown>

export type Fact = keyof typeof facts

interface Result {
  url: string
  state: 'done' | 'failed' | 'pending'
  value?: unknown
}

let last: Result
/** Undefined in a document in which nothing was to be pressed. */
let isPressed: boolean | undefined

const calls = {
  /** The value of an expression. That of a promise is asked for with `result`, until it is there. */
  run(evaluate: () => unknown): Result {
    const settle = (state: Result['state']) => (value: unknown) => {
      last = { url: location.href, state, value }
    }
    const fail = (error: unknown) =>
      settle('failed')(error instanceof Error ? error.message : String(error))
    try {
      const value = evaluate()
      if (value instanceof Promise) {
        last = { url: location.href, state: 'pending' }
        value.then(settle('done'), fail)
      } else settle('done')(value)
    } catch (error) {
      fail(error)
    }
    return last
  },

  result: (): Result => last,

  all: (selector: string): Element[] => ivya.queryLocatorSelectorAll(selector, document),

  facts(selector: string, fact: Fact, name: string): unknown[] {
    return calls.all(selector).map((element) => facts[fact](element, name))
  },

  /** Null while there is no such element. As in Playwright, a selector that finds several is a mistake. */
  one(selector: string): Element | null {
    const [first, ...others] = calls.all(selector)
    if (others.length > 0) throw new Error(`There are ${others.length + 1} elements: ${selector}`)
    return first ?? null
  },

  /** Null while a user could not use it. */
  usable(selector: string): Element | null {
    const element = calls.one(selector)
    return element && isElementVisible(element) && !getAriaDisabled(element) ? element : null
  },

  /** As `usable`, and notices whether the next press reaches the element. */
  pressable(selector: string): Element | null {
    const element = calls.usable(selector)
    if (element === null) return null
    // The driver does not press an element that is partly below the window.
    element.scrollIntoView({ block: 'nearest' })
    isPressed = false
    const notice = (press: Event) => {
      isPressed ||= press.composedPath().includes(element)
    }
    addEventListener('click', notice, { capture: true, once: true })
    return element
  },

  /** False if the press went elsewhere. The document of a press that led away is gone, and this is the next one. */
  wasPressed: (): boolean => isPressed ?? true,

  /** Replaces the text of a field with one input event, as a paste does. */
  fill(selector: string, text: string): boolean {
    const field = calls.usable(selector)
    if (!(field instanceof HTMLInputElement)) return false
    field.focus()
    field.select()
    if (text === '') document.execCommand('delete')
    else document.execCommand('insertText', false, text)
    return true
  },

  select(selector: string, value: string): boolean {
    const list = calls.usable(selector)
    if (!(list instanceof HTMLSelectElement)) return false
    list.focus()
    list.value = value
    list.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
    list.dispatchEvent(new Event('change', { bubbles: true }))
    return list.value === value
  },

  focus(selector: string): boolean {
    const element = calls.one(selector)
    if (!(element instanceof HTMLElement)) return false
    element.focus()
    return true
  },

  /** Marks the document until it, or its place in the history, is left. */
  mark(name: string) {
    const root = document.documentElement
    Reflect.set(root, markName, name)
    addEventListener('popstate', () => Reflect.deleteProperty(root, markName), { once: true })
  },

  /** Whether a document without this mark is loaded. */
  hasLeft: (name: string): boolean =>
    Reflect.get(document.documentElement, markName) !== name &&
    location.href !== 'about:blank' &&
    document.readyState === 'complete',
}

const markName = 'foyerMark'

export type Calls = typeof calls

// Not enumerable, so that the page does not meet it by accident.
Object.defineProperty(window, 'foyerDriver', { value: calls })
