import { isHttpsUrl } from './url.ts'

/** No character that a `mailto:` URL would need to encode. */
const plainAddress = /^[\w.+-]{1,64}@(?:[a-z0-9-]{1,63}\.)+[a-z]{2,63}$/i

/** Whether a text is where users can get help: a plain email address, or an https URL. */
export function isContact(text: string): boolean {
  return plainAddress.test(text) || isHttpsUrl(text)
}

/** The URL of a link to the contact. @param subject of an email */
export function contactUrl(contact: string, subject: string): string {
  return plainAddress.test(contact)
    ? `mailto:${contact}?subject=${encodeURIComponent(subject)}`
    : contact
}
