const PAGES = new Set(['/emulator/auth/handler', '/emulator/auth/iframe', '/emulator/auth/widget'])

export const isEmulatorPage = (path: string) => PAGES.has(path)

const PROVIDER_SCRIPT = /https:\/\/apis\.google\.com\/js\/api\.js/g
const OUTSIDE_STYLE_SHEET = /<link\b[^>]*\bhref="https:\/\/[^>]*>\s*/g
const OUTSIDE_SCRIPT = /<script\b[^>]*\bsrc="https:\/\/[^>]*><\/script>\s*/g
const ALWAYS_VERIFIED = 'email_verified: true,'
const VERIFIED_BY_GOOGLE = "email_verified: providerId !== 'microsoft.com',"

/**
 * Makes the emulator's pages work without a network: the provider's script comes from this stack,
 * its style sheets and fonts are replaced by ours.
 * A Microsoft address counts as unproven, as the public service has it; otherwise the emulator
 * would join accounts that the public service keeps apart until the visitor links them.
 */
export function rewriteEmulatorPage(html: string): string {
  return html
    .replace(PROVIDER_SCRIPT, '/local/gapi.js')
    .replace(OUTSIDE_SCRIPT, '')
    .replace(OUTSIDE_STYLE_SHEET, '')
    .replace('</style>', '</style>\n<link href="/local/emulator-page.css" rel="stylesheet">')
    .replace(ALWAYS_VERIFIED, VERIFIED_BY_GOOGLE)
}
