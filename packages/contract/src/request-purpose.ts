type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** The current name first. Older versions of Chrome and Safari, and Firefox, use the others. */
const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/**
 * Whether a browser prefetches or prerenders the page. The user may never visit it, so such a request must change
 * nothing.
 */
export function isPrefetch(headers: Headers): boolean {
  return purposeHeaders.some((name) =>
    /prefetch|prerender|preview/i.test(headers[name]?.toString() ?? ''),
  )
}

/** Whether the browser also runs the page's script (prerender), not only fetches the page (prefetch). */
export function isPrerender(headers: Headers): boolean {
  return /prerender/i.test(headers['sec-purpose']?.toString() ?? '')
}
