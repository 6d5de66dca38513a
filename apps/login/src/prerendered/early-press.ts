/** A press before the page's scripts can handle it. */
export interface EarlyPress {
  /** Returns the pressed element, once, and stops listening. */
  take: () => HTMLElement | null
}

/** Selects the controls that only React can handle. */
export const answeredByReact = '[aria-haspopup], [data-later]'
/**
 * Selects the controls that the page handles when its scripts are loaded. While one method is being carried out, the
 * other buttons are disabled and not selected.
 */
export const answeredLater = `[data-method]:not([aria-disabled]), ${answeredByReact}`

/** @param onPress called for every press that is kept. The last one counts. */
export function listenEarly(place: Element, onPress: (pressed: HTMLElement) => void): EarlyPress {
  let pressed: HTMLElement | null = null
  const listener = ({ target }: Event): void => {
    const found = target instanceof Element ? target.closest<HTMLElement>(answeredLater) : null
    // A user who has chosen a method is already on the way to its provider.
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
