const longest = 254

/**
 * A local part without quotes, and a domain of at least two ASCII labels. Only an email can show whether the mailbox
 * exists.
 */
const canonicalForm =
  /^[^\s@<>()[\]\\,;:"]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:xn--[a-z0-9-]{2,59}|[a-z]{2,63})$/

/**
 * The canonical form of an email address, or null if the text is not an email address that we accept. Full-width
 * letters, invisible characters and ASCII capitals are replaced. Other letters of the local part stay as they were
 * typed: İ in lower case is two characters, so the result would be another mailbox. The domain is converted to ASCII,
 * because browsers, mail servers and the identity service may convert it differently. İ in a domain is the capital of i,
 * as who types ŞİRKET means şirket: the usual conversion adds a dot above the i, which is another domain.
 */
export function parseEmailAddress(typed: string): string | null {
  return canonicalAddress(typed, 'i')
}

/** The canonical form of a domain, such as `xn--mnchen-3ya.example`, or null if email addresses cannot have it. */
export function parseDomain(typed: string): string | null {
  return parseEmailAddress(`x@${typed}`)?.slice(2) ?? null
}

/**
 * The domain of an email address that a program has verified, in the form of `parseDomain`. Empty if it has none, or is
 * the name of a guest. Nobody typed it, so İ is not i: a stranger could own the domain with the dot above.
 */
export function domainOfAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  if (at === -1 || isGuestSignInName(address)) return ''
  // Most are in ASCII, and the gate reads one with each request.
  return /^[\w.-]*$/.test(domain) ? domain.toLowerCase() : (asciiDomain(domain) ?? '')
}

/** @param dotted what İ in the domain stands for */
function canonicalAddress(typed: string, dotted: 'i' | 'İ'): string | null {
  const text = cleanEmailAddress(typed)
  const at = text.lastIndexOf('@')
  const domain = asciiDomain(text.slice(at + 1).replaceAll('İ', dotted))
  if (at < 1 || domain === null) return null
  const localPart = text.slice(0, at).replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const address = `${localPart}@${domain}`
  if (isGuestSignInName(address)) return null
  return canonicalForm.test(address) && Array.from(address).length <= longest ? address : null
}

/**
 * Whether a text is the name that Microsoft gives to a guest in another company's directory,
 * `can_acme.example#EXT#@globex.onmicrosoft.com`. It looks like an email address, but no mailbox has it.
 */
export function isGuestSignInName(text: string): boolean {
  return /#EXT#@/i.test(text)
}

/** Removes invisible characters and surrounding white space, and replaces full-width letters. */
export function cleanEmailAddress(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim()
}

/**
 * A key for comparing and counting email addresses: it is equal for two spellings of one mailbox. Never send email to
 * it. It ignores case without a locale, because I and i are different letters in Turkish.
 */
export function emailKey(address: string): string {
  return (canonicalAddress(address, 'İ') ?? cleanEmailAddress(address)).toLowerCase()
}

export function isSameEmail(one: string, other: string): boolean {
  return emailKey(one) === emailKey(other)
}

/** Whether only a mail server that supports SMTPUTF8 (RFC 6531) can deliver email to the address. */
export function needsSmtpUtf8(address: string): boolean {
  return !/^[\x20-\x7e]*$/.test(address)
}

function asciiDomain(domain: string): string | null {
  // The URL parser would read these as the end of the host or as an escape, and `@` as the end of a user name.
  if (domain === '' || /[\s/?#\\:@%[\]]/.test(domain)) return null
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return null
  }
}
