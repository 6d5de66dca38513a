/** Null where the text is no URL. `URL.canParse` and `URL.parse` are newer than the oldest browsers served. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
