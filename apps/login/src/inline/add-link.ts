/** Lets the browser fetch a file or open a connection ahead of time, without cookies by default. */
export function addLink(rel: string, href: string, withCookies = false): void {
  const link = Object.assign(document.createElement('link'), { rel, href })
  if (!withCookies) link.crossOrigin = ''
  document.head.append(link)
}
