/** Has the browser fetch or connect ahead. Without cookies, unless it is told otherwise. */
export function addLink(rel: string, href: string, withCookies = false): void {
  const link = Object.assign(document.createElement('link'), { rel, href })
  if (!withCookies) link.crossOrigin = ''
  document.head.append(link)
}
