/** Names that mean a secret wherever they stand. */
const longNames =
  'access_?token|refresh_?token|id_?token|custom_?token|oobCode|apiKey|api_key|client_?secret|password'
/** Names that also occur in ordinary text: they count in a query and as a key of JSON. */
const shortNames = 't|token|rt|state'
/** Names that count in a query alone, because as keys of JSON they are error codes and the like. */
const queryNames = 'code|key'

/** A percent sign, encoded several times over. Any number of times would be counted anew at each place. */
const percent = '%(?:25){0,8}'
const queryStart = `(?<=[?&;#]|${percent}(?:3F|26|3B|23))`
const wordStart = `(?<=^|[^\\w%-]|${percent}[0-9A-F]{2})`
const queryValue = `(?:(=)[^&#\\s"\\\\]+|(${percent}3D)(?:(?!${percent}(?:26|3B|23))[^&#\\s"\\\\])+)`

// In JSON inside of JSON, a quote comes with backslashes, the same number at each quote of one level. One
// more level escapes every one of them again, which is what tells a quote in a value from its end.
const jsonString = String.raw`\1"(?:[^"\\]|\\\1(?:\\\1|\1")|\\+(?=[^"\\]))*(?:\1")?`
// Begins where the backslashes begin: from each of a long run it would read the rest in vain.
const jsonMember = String.raw`(?<!\\)(\\*)"(${longNames}|${shortNames})\1"(\s*:\s*)(?:${jsonString}|\[[^\][]*\]|[\w.+-]+)`

const rules: Array<[pattern: RegExp, replacement: string]> = [
  [
    new RegExp(
      `(${queryStart}(?:${shortNames}|${queryNames})|${wordStart}(?:${longNames}))${queryValue}`,
      'gi',
    ),
    '$1$2$3[redacted]',
  ],
  [new RegExp(jsonMember, 'gi'), '$1"$2$1"$3$1"[redacted]$1"'],
  [/\b(Bearer|Basic)\s+[\w.~+/-]{8,}=*/g, '$1 [token]'],
  // Of anybody: JSON Web Tokens, also the first part of one, so that a long run of letters is read once.
  // Of Google: access tokens, refresh tokens and API keys.
  [/eyJ(?:[\w-]{6,}(?:\.[\w-]*){1,2}|[\w-]{40,})/g, '[token]'],
  [/\bya29\.[\w.-]+|\b1\/\/0[\w-]{20,}|\bAIza[\w-]{20,}/g, '[token]'],
  // User and password of a URL.
  [/(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s"\\/?#]+@/gi, '$1[redacted]@'],
  // Whatever may stand before the @ of an email address but what parts a query, as long as it may be.
  [/[^\s"\\<>(),;:@[\]{}=?&/]{1,64}(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu, '[email]'],
  // International with its plus sign, or national with its trunk zero: plain numbers are times and sizes.
  [/(?:\+|%2B)\d(?:[ ()-]{0,2}\d){7,14}|(?<![\w.-])0\d{9,10}(?!\d)/gi, '[phone]'],
]

/**
 * Takes tokens, passwords, email addresses and phone numbers out of a finished log line. It works on the
 * text, after everything else, so that an error message or a field nobody thought of cannot carry one
 * either. A line of JSON stays JSON.
 */
export function redact(line: string): string {
  let redacted = line
  for (const [pattern, replacement] of rules) redacted = redacted.replace(pattern, replacement)
  return redacted
}
