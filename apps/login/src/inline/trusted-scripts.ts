import { parseUrl } from '../browser/parse-url.ts'

/** The only scripts that anything on this page may add by address: what the identity SDK needs. */
export function isTrustedScript(address: string, page: URL): boolean {
  const { origin, pathname } = parseUrl(address, page.href) ?? {}
  if (origin === undefined || pathname === undefined) return false
  if (origin === 'https://apis.google.com') return pathname === '/js/api.js'
  if (origin === 'https://www.google.com') return pathname.startsWith('/recaptcha/')
  return origin === page.origin && page.hostname === 'localhost' && pathname === '/local/gapi.js'
}

interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (address: string) => string }) => unknown
}

declare global {
  interface Window {
    trustedTypes?: TrustedTypes
  }
}

/**
 * The SDK sets script addresses as plain strings. Where the page's policy demands trusted ones, a
 * default policy is asked about each, and its refusal is a TypeError at the place of use.
 */
export function trustSdkScripts(page: URL, trustedTypes: TrustedTypes | undefined): void {
  trustedTypes?.createPolicy('default', {
    createScriptURL(address) {
      if (isTrustedScript(address, page)) return address
      throw new TypeError('This page loads no script from there.')
    },
  })
}
