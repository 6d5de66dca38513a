/**
 * A key that an object in a JSON text has twice. `JSON.parse` silently keeps only the last value.
 *
 * @param text must be valid JSON
 */
export function repeatedKey(text: string): string | undefined {
  const open: Set<string>[] = []
  for (const [token, key] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') open.push(new Set())
    if (token === '}') open.pop()
    if (key === undefined) continue
    const name = JSON.parse(key) as string
    if (open.at(-1)?.has(name)) return name
    open.at(-1)?.add(name)
  }
  return undefined
}
