import type { Language } from '../language/choose-language.ts'

// What is done to the drawing of `draw-first-screen.tsx` in the browser. It is part of the first byte's
// script, so it knows nothing of React, words or the flow.

/** What of the sign-in buttons depends on this browser and on what the visitor does. */
interface Dress {
  lastUsed: string | null
  /** The method that is under way. */
  picked: string | null
}

export function templateId(language: Language): string {
  return `first-screen-${language}`
}

/** The drawing in a language; null where the server put none into the HTML. */
export function findDrawing(language: Language): HTMLTemplateElement | null {
  const template = document.getElementById(templateId(language))
  return template instanceof HTMLTemplateElement ? template : null
}

/** Shows a drawing, with the document's title. */
export function showDrawing({ content }: HTMLTemplateElement, place: Element): void {
  place.replaceChildren(content.cloneNode(true))
  const page = place.querySelector<HTMLElement>('.page')
  const { style, title = document.title } = page?.dataset ?? {}
  if (page && style !== undefined) page.style.cssText = style
  document.title = title
}

/**
 * Puts the focus on the heading, as React would, unless the visitor has it elsewhere. Once the drawing is
 * painted, since moving the focus has the browser lay the page out at once.
 */
export function focusHeading(place: Element): void {
  const isElsewhere = place.contains(document.activeElement)
  if (!isElsewhere) place.querySelector('h1')?.focus({ preventScroll: true })
}

export function dressDrawing(place: Element, { lastUsed, picked }: Dress): void {
  const buttons = buttonsOf(place)
  for (const button of buttons) {
    const { method } = button.dataset
    const badge = button.parentElement?.querySelector<HTMLElement>('.badge')
    if (badge) {
      badge.hidden = method !== lastUsed
      setOrRemove(button, 'aria-describedby', badge.hidden ? null : badge.id)
    }
    setOrRemove(button, 'aria-busy', method === picked ? 'true' : null)
    setOrRemove(button, 'aria-disabled', picked === null ? null : 'true')
  }
  const leaving = place.querySelector<HTMLElement>('output > span')
  if (leaving) leaving.hidden = picked === null || picked === 'phone'
}

/** The methods that are offered, in their order. */
export function methodsOf(drawn: ParentNode): (string | undefined)[] {
  return buttonsOf(drawn).map(({ dataset }) => dataset['method'])
}

function buttonsOf(drawn: ParentNode): HTMLElement[] {
  return [...drawn.querySelectorAll<HTMLElement>('[data-method]')]
}

function setOrRemove(element: Element, name: string, value: string | null): void {
  if (value === null) element.removeAttribute(name)
  else element.setAttribute(name, value)
}
