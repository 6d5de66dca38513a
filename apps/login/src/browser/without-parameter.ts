/**
 * A query without one of its parameters. Every other keeps its very spelling, since the state is opaque.
 *
 * @param search with its `?`, or empty; so is what it returns
 */
export function withoutParameter(search: string, name: string): string {
  const rest = search
    .slice(1)
    .split('&')
    .filter((part) => !new URLSearchParams(part).has(name))
    .join('&')
  return rest && `?${rest}`
}
