/** What the visitor pressed before anything could answer. */
export interface EarlyPress {
  /** Tells what was pressed, once, and listens no longer. */
  take: () => HTMLElement | null
}

/** What only React answers. */
export const answeredByReact = '[aria-haspopup], [data-later]'
const answeredLater = `[data-method]:not([aria-disabled]), ${answeredByReact}`

/** @param onPress hears of every press that is kept; the last one counts */
export function listenEarly(place: Element, onPress: (pressed: HTMLElement) => void): EarlyPress {
  let pressed: HTMLElement | null = null
  const hear = ({ target }: Event): void => {
    const found = target instanceof Element ? target.closest<HTMLElement>(answeredLater) : null
    // Who has picked a method is on the way to its provider.
    if (!found || pressed?.matches('[data-method]')) return
    pressed = found
    onPress(found)
  }
  place.addEventListener('click', hear)
  return {
    take() {
      place.removeEventListener('click', hear)
      const taken = pressed
      pressed = null
      return taken
    },
  }
}
