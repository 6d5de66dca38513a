/** Null if the text is not a URL. `URL.canParse` and `URL.parse` are missing in the oldest supported browsers. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
