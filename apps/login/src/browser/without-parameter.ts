/**
 * A query without one of its parameters. The others keep their exact encoding, because the state must not change.
 *
 * @param search a query with its `?`, or an empty text
 * @returns a query with its `?`, or an empty text
 */
export function withoutParameter(search: string, name: string): string {
  const rest = search
    .slice(1)
    .split('&')
    .filter((part) => !new URLSearchParams(part).has(name))
    .join('&')
  return rest && `?${rest}`
}
