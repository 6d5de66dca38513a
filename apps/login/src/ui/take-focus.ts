/** Moves the focus to what begins a screen, unless the user is at something that stays, such as the language list. */
export function takeFocus(element: HTMLElement | null): void {
  const isElsewhere = document.activeElement?.closest('.page') ?? null
  if (isElsewhere === null) element?.focus({ preventScroll: true })
}
