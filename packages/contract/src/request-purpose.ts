type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** Today's name first; the others were used by Chrome and Safari, and by Firefox. */
const purposeHeaders = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz']

/** Whether a browser prefetches or prerenders, for a visit that may never come: nothing may change by it. */
export function isAheadOfTime(headers: Headers): boolean {
  return purposeHeaders.some((name) =>
    /prefetch|prerender|preview/i.test(headers[name]?.toString() ?? ''),
  )
}

/** Of these, whether the script of the page runs as well. */
export function isPrerender(headers: Headers): boolean {
  return /prerender/i.test(headers['sec-purpose']?.toString() ?? '')
}
