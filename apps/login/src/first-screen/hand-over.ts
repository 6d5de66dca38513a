import { answeredByReact } from './early-press.ts'

const operable = 'button, a'

/**
 * Watches what the visitor does on a drawing that another is about to replace.
 *
 * @param pressedBefore what they had pressed by then
 * @returns waits for the end of a press, has the other drawn at once, then puts the focus where it was and
 *   presses again what only the other answers
 */
export function watchDrawing(
  place: Element,
  pressedBefore: Element | null,
): (draw: () => void) => Promise<void> {
  /** Resolved while nothing is pressed. */
  let released = Promise.resolve()
  let isPressed = false
  const positionOf = (element: Element | null): number =>
    [...place.querySelectorAll(operable)].findIndex((other) => other === element)
  let unanswered = positionOf(pressedBefore?.closest(answeredByReact) ?? null)

  const press = (): void => {
    if (isPressed) return
    isPressed = true
    released = new Promise((resolve) => {
      const release = (): void => {
        for (const name of releases) removeEventListener(name, release)
        isPressed = false
        // The click comes after it.
        setTimeout(resolve)
      }
      for (const name of releases) addEventListener(name, release)
    })
  }
  const hear = ({ target }: Event): void => {
    const opener = target instanceof Element ? target.closest(answeredByReact) : null
    if (opener) unanswered = positionOf(opener)
  }
  // Begun before anybody watched.
  if (place.querySelector(':active')) press()
  for (const name of presses) place.addEventListener(name, press)
  place.addEventListener('click', hear)

  return async (draw) => {
    await released
    for (const name of presses) place.removeEventListener(name, press)
    place.removeEventListener('click', hear)
    const focused = positionOf(document.activeElement)
    draw()
    const elements = place.querySelectorAll<HTMLElement>(operable)
    elements[focused]?.focus({ preventScroll: true })
    elements[unanswered]?.click()
  }
}

const presses = ['pointerdown', 'keydown'] as const
const releases = ['pointerup', 'pointercancel', 'keyup', 'blur'] as const
