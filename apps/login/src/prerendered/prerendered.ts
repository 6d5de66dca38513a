import type { Language } from '../language/choose-language.ts'

// The prerendered sign-in buttons in the browser, until React hydrates them. This file is in the script that is inlined
// into the HTML, so it imports neither React nor the flow.

/** What only this browser knows about the buttons. */
interface Marks {
  lastUsed: string | null
  /** The method that the user chose, while it is being carried out. */
  picked: string | null
}

export function templateId(language: Language): string {
  return `prerendered-${language}`
}

/** The markup in a language. Null if the HTML has none. */
export function findPrerendered(language: Language): HTMLTemplateElement | null {
  const template = document.getElementById(templateId(language))
  return template instanceof HTMLTemplateElement ? template : null
}

/** Shows the markup, and sets the document's title. */
export function showPrerendered({ content }: HTMLTemplateElement, place: Element): void {
  const page = content.querySelector<HTMLElement>('.page')
  const { style, title = document.title } = page?.dataset ?? {}
  if (page && style !== undefined) {
    page.style.cssText = style
    page.removeAttribute('data-style')
  }
  place.replaceChildren(content)
  document.title = title
}

/**
 * Moves the focus to the heading, unless the user has set it elsewhere. Call it after the buttons are painted, because
 * moving the focus makes the browser compute the layout at once.
 */
export function focusHeading(place: Element): void {
  const isElsewhere = place.contains(document.activeElement)
  if (!isElsewhere) place.querySelector('h1')?.focus({ preventScroll: true })
}

/** Marks the buttons exactly as React does after hydration. */
export function markButtons(place: Element, { lastUsed, picked }: Marks): void {
  const buttons = buttonsIn(place)
  for (const button of buttons) {
    const { method } = button.dataset
    // The method used last is never hidden behind "More options".
    if (method === lastUsed) button.closest('details')?.setAttribute('open', '')
    const badge = button.parentElement?.querySelector<HTMLElement>('.badge')
    if (badge) {
      badge.hidden = method !== lastUsed
      setOrRemove(button, 'aria-describedby', badge.hidden ? null : badge.id)
    }
    setOrRemove(button, 'aria-busy', method === picked ? 'true' : null)
    setOrRemove(button, 'aria-disabled', picked === null ? null : 'true')
  }
  const leaving = place.querySelector<HTMLElement>('output > span')
  if (leaving) leaving.hidden = !picked?.includes('.')
}

/** Restores the markup that the server rendered, for React to hydrate. */
export function removeMarks(place: Element): void {
  markButtons(place, { lastUsed: null, picked: null })
}

/** The methods of the rendered buttons, in their order. */
export function methodsIn(rendered: ParentNode): (string | undefined)[] {
  return buttonsIn(rendered).map(({ dataset }) => dataset['method'])
}

function buttonsIn(rendered: ParentNode): HTMLElement[] {
  return [...rendered.querySelectorAll<HTMLElement>('[data-method]')]
}

function setOrRemove(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}
