/** `PH-02a` and `C5` are claims of the tables. `hostile-C10` is a hostile input, which no table lists. */
const claimId = /^(?:[A-K]\d{1,2}|I|[A-Z]{2,3}-\d{2})[a-z]?$/
const hostileId = /^hostile-[A-Z]\d{2}$/

/**
 * The claims that a title says it proves: the ids in the parentheses at its end, such as `(C5, PH-01a)`.
 * Parentheses with anything else in them are ordinary text.
 */
export function claimIdsIn(title: string): string[] {
  const [, inside = ''] = /\(([^()]+)\)$/.exec(title) ?? []
  const words = inside.split(/,\s*/).map(withoutQuotes)
  const areIds = words.every((word) => claimId.test(word) || hostileId.test(word))
  return areIds ? words.filter((word) => claimId.test(word)) : []
}

/** Ids anywhere in a title, for finding those in a place where they prove nothing. */
export function hasClaimIds(title: string): boolean {
  return [...title.matchAll(/\(([^()]+)\)/g)].some(([, inside = '']) =>
    inside
      .split(/[,;]\s*/)
      .map(withoutQuotes)
      .every((word) => claimId.test(word) || hostileId.test(word)),
  )
}

/** Vitest writes the `$id` of a table in quotes. */
function withoutQuotes(word: string): string {
  return word.replace(/^'(.*)'$/, '$1')
}
