/**
 * What the server and the build write into the first element of the page's HTML, so that the page need not wait for
 * requests. Each value is a `data-` attribute with the name of its key.
 */
export interface PageData {
  /** The origins of redirect servers and targets, separated by spaces. The page's policy allows calls to no others. */
  readonly gates?: string | undefined
  /** The origin of the page that redirects to a provider. Missing when an emulator is used. */
  readonly authOrigin?: string | undefined
  /** The URL of the project lookup (F4). Missing if the page's own URL is refused. */
  readonly lookup?: string | undefined
  /** The response of the lookup, if the server has it. */
  readonly project?: string | undefined
  /** The response to the config request of this URL (F1). Missing if it is long, or for several tenants. */
  readonly config?: string | undefined
  /** The page's origin, if the server has checked that the request belongs to this project (D3, D5). */
  readonly checkedAt?: string | undefined
  /** Set if the user requested this page by typing or following a URL, not if a page redirected here. */
  readonly userLed?: string | undefined
  /** The year of the prerendered copyright line. */
  readonly year?: string | undefined
  /** The paths of the scripts that the page itself loads. */
  readonly flow?: string | undefined
  readonly screens?: string | undefined
  readonly sdk?: string | undefined
}

/** Writes the data into the first element of the page's HTML. */
export function encodePageData(html: string, data: PageData): string {
  const attributes = Object.entries(data).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'string' ? [` ${attributeOf(key)}="${escape(value)}"`] : [],
  )
  return html.replace(/<html\b/i, (start) => start + attributes.join(''))
}

/** @param page the first element. A browser converts the attribute names back to the keys. */
export function readPageData(page: { readonly dataset: PageData }): PageData {
  return page.dataset
}

function attributeOf(key: string): string {
  return `data-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

function escape(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
