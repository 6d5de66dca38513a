/**
 * The names that contain the typed text, ignoring case and accents: both `istanbul` and `ISTANBUL` find `İstanbul`. No
 * locale is used, because i and ı are two letters in Turkish.
 */
export function matching<Named extends { name: string }>(
  items: readonly Named[],
  typed: string,
): readonly Named[] {
  const wanted = folded(typed)
  return wanted === '' ? items : items.filter(({ name }) => folded(name).includes(wanted))
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i').trim()
}
