const longest = 254

/**
 * A local part without quotes, and a domain of at least two labels in ASCII. Whether the mailbox exists
 * is for an email to find out.
 */
const usualForm =
  /^[^\s@<>()[\]\\,;:"]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:xn--[a-z0-9-]{2,59}|[a-z]{2,63})$/

/**
 * The one spelling of an email address, or null when it does not have the usual form. Wide letters,
 * invisible characters and ASCII capitals are replaced. All other letters of the local part stay as they
 * were typed: İ in lower case is two characters, which would be another mailbox. The domain is written in
 * ASCII, because browsers, mail servers and the identity service would each convert it on their own.
 */
export function parseEmailAddress(typed: string): string | null {
  const text = cleanEmailAddress(typed)
  const at = text.lastIndexOf('@')
  const domain = asciiDomain(text.slice(at + 1))
  if (at < 1 || domain === null) return null
  const localPart = text.slice(0, at).replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const address = `${localPart}@${domain}`
  if (isGuestSignInName(address)) return null
  return usualForm.test(address) && Array.from(address).length <= longest ? address : null
}

/**
 * Microsoft's name for a guest of another company's directory, `can_acme.example#EXT#@globex.onmicrosoft.com`:
 * it has the form of an email address, and no mailbox.
 */
export function isGuestSignInName(text: string): boolean {
  return /#EXT#@/i.test(text)
}

/** What was typed, without wide letters, invisible characters and white space at the ends. */
export function cleanEmailAddress(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
}

/**
 * Equal for two spellings of one mailbox, and never sent to. Case is ignored without a locale, because I
 * and i are different letters in the Turkish one.
 */
export function emailKey(address: string): string {
  return (parseEmailAddress(address) ?? cleanEmailAddress(address)).toLowerCase()
}

export function isSameEmail(one: string, other: string): boolean {
  return emailKey(one) === emailKey(other)
}

/** Whether only a mail server that speaks SMTPUTF8 (RFC 6531) can take mail for it. */
export function needsSmtpUtf8(address: string): boolean {
  return !/^[\x20-\x7e]*$/.test(address)
}

function asciiDomain(domain: string): string | null {
  // The URL parser cuts at these, decodes percent signs and takes numbers for IPv4 addresses.
  if (domain === '' || /[\s/?#\\:@%[\]]/.test(domain)) return null
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return null
  }
}
