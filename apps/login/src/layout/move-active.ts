interface Move<Option> {
  /** The active option. Null closes the list. */
  active: Option | null
  /** The chosen option. */
  choose: Option | null
}

/**
 * What a key does to a select-only combobox. Undefined if the list does not handle the key.
 * @param active the active option, null while the list is closed
 */
export function moveActive<Option extends string>(
  options: readonly Option[],
  active: Option | null,
  selected: Option,
  key: string,
): Move<Option> | undefined {
  if (active === null) {
    return ['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(key)
      ? { active: selected, choose: null }
      : undefined
  }
  const at = options.indexOf(active)
  const to = (index: number): Move<Option> => ({
    active: options[Math.min(Math.max(index, 0), options.length - 1)] ?? active,
    choose: null,
  })
  switch (key) {
    case 'ArrowDown':
      return to(at + 1)
    case 'ArrowUp':
      return to(at - 1)
    case 'Home':
      return to(0)
    case 'End':
      return to(options.length - 1)
    case 'Enter':
    case ' ':
      return { active: null, choose: active }
    case 'Escape':
      return { active: null, choose: null }
    default:
      return undefined
  }
}
