/**
 * The names that contain what was typed, whatever its case and accents: `istanbul` finds `İstanbul`,
 * and so does `ISTANBUL`. No locale is asked, since in Turkish the two i are two letters.
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
