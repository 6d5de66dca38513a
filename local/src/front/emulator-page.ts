import type { NewUser } from '../emulator/demo-accounts.ts'
import { newUsers } from '../emulator/demo-accounts.ts'

const PAGES = new Set(['/emulator/auth/handler', '/emulator/auth/iframe', '/emulator/auth/widget'])

export const isEmulatorPage = (path: string) => PAGES.has(path)

const PROVIDER_SCRIPT = /https:\/\/apis\.google\.com\/js\/api\.js/g
const OUTSIDE_STYLE_SHEET = /<link\b[^>]*\bhref="https:\/\/[^>]*>\s*/g
const OUTSIDE_SCRIPT = /<script\b[^>]*\bsrc="https:\/\/[^>]*><\/script>\s*/g
const END_OF_ACCOUNTS = '<li id="add-account-button"'

/**
 * Makes the emulator's pages work without a network: scripts, style sheets and fonts are replaced by local
 * ones. The emulator's account page lists only accounts that have already signed in with this provider, so
 * this adds the users that have not.
 */
export function rewriteEmulatorPage(html: string, providerId: string | null): string {
  return html
    .replace(PROVIDER_SCRIPT, '/local/gapi.js')
    .replace(OUTSIDE_SCRIPT, '')
    .replace(OUTSIDE_STYLE_SHEET, '')
    .replace('</style>', '</style>\n<link href="/local/emulator-page.css" rel="stylesheet">')
    .replace(END_OF_ACCOUNTS, (end) => `${newUsersOf(providerId, html)}${end}`)
}

function newUsersOf(providerId: string | null, html: string): string {
  const isNew = ({ email }: NewUser) => !html.includes(`>${email}<`)
  return newUsers
    .filter((person) => person.provider === providerId && isNew(person))
    .map(({ subject, name, email }) => {
      const claims = { sub: subject, name, email, email_verified: true }
      return `<li class="js-reuse-account mdc-list-item" tabindex="0" data-id-token="${encodeURIComponent(JSON.stringify(claims))}">
        <span class="mdc-list-item__text"><span class="mdc-list-item__primary-text">${name}</span>
        <span class="mdc-list-item__secondary-text fallback-secondary-text">${email}</span></span>
      </li>
      `
    })
    .join('')
}
