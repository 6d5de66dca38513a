/**
 * What the server and the build write into the first element of the page's HTML, so that nothing waits for the
 * config. Each value is a `data-` attribute, named after its key here.
 */
export interface PageData {
  /** Origins of redirect servers and targets, the only ones that the page's policy lets it call; by spaces. */
  readonly gates?: string | undefined
  /** Origin of the page that leads to a provider; none beside an emulator. */
  readonly authOrigin?: string | undefined
  /** URL of the project lookup (F4). Missing where the page's own URL is refused. */
  readonly lookup?: string | undefined
  /** The lookup's answer, where the server has it. */
  readonly project?: string | undefined
  /** The origin for which the server has found the request to be of this project (D3, D5). */
  readonly checkedAt?: string | undefined
  /** Set when the user asked for this page, by a URL that they typed or followed; not when a page did. */
  readonly userLed?: string | undefined
  /** Of the prerendered copyright line. */
  readonly year?: string | undefined
  /** Paths of the scripts that the page loads by itself. */
  readonly flow?: string | undefined
  readonly screens?: string | undefined
  readonly sdk?: string | undefined
}

/** The page's HTML with the data in its first element. */
export function encodePageData(html: string, data: PageData): string {
  const attributes = Object.entries(data).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string' ? [` ${attributeOf(key)}="${escape(value)}"`] : [],
  )
  return html.replace(/<html\b/i, (start) => start + attributes.join(''))
}

/** @param page the first element; a browser translates the attributes' names back to the keys */
export function readPageData(page: { readonly dataset: PageData }): PageData {
  return page.dataset
}

function attributeOf(key: string): string {
  return `data-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
