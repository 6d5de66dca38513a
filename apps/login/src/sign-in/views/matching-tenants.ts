/** Returns the names that contain the typed text. */
export type Search<Named> = (typed: string) => readonly Named[]

/**
 * Ignores case and accents: both `istanbul` and `ISTANBUL` find `İstanbul`. No locale is used, because i and ı are two
 * letters in Turkish. The names are folded once, at the first search: thousands take longer than a keystroke may.
 */
export function createSearch<Named extends { name: string }>(
  items: readonly Named[],
): Search<Named> {
  let names: string[] | undefined
  return (typed) => {
    const wanted = folded(typed)
    if (wanted === '') return items
    names ??= items.map(({ name }) => folded(name))
    const known = names
    return items.filter((_item, index) => known[index]?.includes(wanted))
  }
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i').trim()
}
