/** `PH-02a` and `C5` are claims of the tables. `hostile-C10` is a hostile input, which no table lists. */
const claimId = /^(?:[A-K]\d{1,2}|I|[A-Z]{2,3}-\d{2})[a-z]?$/
const hostileId = /^hostile-[A-Z]\d{2}$/

/**
 * The claims that a title proves: the ids in parentheses at its end, such as `(C5, PH-01a)`.
 * Parentheses with other content are ordinary text.
 */
export function claimIdsIn(title: string): string[] {
  const [, inside = ''] = /\(([^()]+)\)$/.exec(title) ?? []
  const parts = inside.split(/,\s*/).map(withoutQuotes)
  const areIds = parts.every((part) => claimId.test(part) || hostileId.test(part))
  return areIds ? parts.filter((part) => claimId.test(part)) : []
}

/** Ids anywhere in a title, to report those in a place where they do not count. */
export function hasClaimIds(title: string): boolean {
  return [...title.matchAll(/\(([^()]+)\)/g)].some(([, inside = '']) =>
    inside
      .split(/[,;]\s*/)
      .map(withoutQuotes)
      .every((part) => claimId.test(part) || hostileId.test(part)),
  )
}

/** Vitest writes the `$id` of a table in quotes. */
function withoutQuotes(text: string): string {
  return text.replace(/^'(.*)'$/, '$1')
}
