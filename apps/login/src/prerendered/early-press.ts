/** What the user pressed before anything could answer. */
export interface EarlyPress {
  /** Returns what was pressed, once, and stops listening. */
  take: () => HTMLElement | null
}

/** What only React answers. */
export const answeredByReact = '[aria-haspopup], [data-later]'
/** What the page answers when its scripts are there: not the buttons beside one that is being carried out. */
export const answeredLater = `[data-method]:not([aria-disabled]), ${answeredByReact}`

/** @param onPress is called for every press that is kept; the last one counts */
export function listenEarly(place: Element, onPress: (pressed: HTMLElement) => void): EarlyPress {
  let pressed: HTMLElement | null = null
  const listener = ({ target }: Event): void => {
    const found = target instanceof Element ? target.closest<HTMLElement>(answeredLater) : null
    // A user who has picked a method is on the way to its provider.
    if (!found || pressed?.matches('[data-method]')) return
    pressed = found
    onPress(found)
  }
  place.addEventListener('click', listener)
  return {
    take() {
      place.removeEventListener('click', listener)
      const taken = pressed
      pressed = null
      return taken
    },
  }
}
