import { parseUrl } from '../browser/parse-url.ts'

/** Whether the page may load a script from this URL. The identity SDK needs these scripts, and there are no others. */
export function isTrustedScript(url: string, page: URL): boolean {
  const { origin, pathname } = parseUrl(url, page.href) ?? {}
  if (origin === undefined || pathname === undefined) return false
  if (origin === 'https://apis.google.com') return pathname === '/js/api.js'
  if (origin === 'https://www.google.com') return pathname.startsWith('/recaptcha/')
  return origin === page.origin && page.hostname === 'localhost' && pathname === '/local/gapi.js'
}

interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => unknown
}

declare global {
  interface Window {
    trustedTypes?: TrustedTypes
  }
}

/**
 * The SDK sets script URLs as plain strings. If the page's policy requires trusted types, the browser asks a default
 * policy about each URL. A refused URL throws a TypeError where it is set.
 */
export function trustSdkScripts(page: URL, trustedTypes: TrustedTypes | undefined): void {
  trustedTypes?.createPolicy('default', {
    createScriptURL(url) {
      if (isTrustedScript(url, page)) return url
      throw new TypeError('This page loads no script from there.')
    },
  })
}
