/** Names whose value is a secret anywhere. */
const longNames =
  'access_?token|refresh_?token|id_?token|custom_?token|oobCode|apiKey|api_key|client_?secret|password'
/** Names that also occur in ordinary text: redacted only in a query and as a JSON key. */
const shortNames = 't|token|rt|state'
/** Names that are redacted only in a query, because as JSON keys they are error codes and similar values. */
const queryNames = 'code|key'

/**
 * A percent sign that was encoded up to nine times. Without this limit, the pattern would take quadratic
 * time.
 */
const percent = '%(?:25){0,8}'
const queryStart = `(?<=[?&;#]|${percent}(?:3F|26|3B|23))`
const wordStart = `(?<=^|[^\\w%-]|${percent}[0-9A-F]{2})`
const queryValue = `(?:(=)[^&#\\s"\\\\]+|(${percent}3D)(?:(?!${percent}(?:26|3B|23))[^&#\\s"\\\\])+)`

// In JSON inside JSON, quotes have backslashes, and all quotes of one level have the same number. A quote
// inside a value has more, because it was escaped once more. So the number of backslashes tells a quote in a
// value from the end of the value.
const jsonString = String.raw`\1"(?:[^"\\]|\\\1(?:\\\1|\1")|\\+(?=[^"\\]))*(?:\1")?`
// The match must start at the first backslash of a run. Otherwise a long run would be scanned again from each
// of its backslashes.
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
  // JSON Web Tokens of any issuer, including a first part alone, so that a long run of letters is scanned
  // only once. Then Google's access tokens, refresh tokens and API keys.
  [/eyJ(?:[\w-]{6,}(?:\.[\w-]*){1,2}|[\w-]{40,})/g, '[token]'],
  [/\bya29\.[\w.-]+|\b1\/\/0[\w-]{20,}|\bAIza[\w-]{20,}/g, '[token]'],
  // The user and password in a URL.
  [/(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s"\\/?#]+@/gi, '$1[redacted]@'],
  // Up to 64 characters before the @ of an email address, except those that separate query parameters.
  [/[^\s"\\<>(),;:@[\]{}=?&/]{1,64}(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu, '[email]'],
  // International numbers with a plus sign, and national numbers with a leading zero. Other numbers are times
  // and sizes.
  [/(?:\+|%2B)\d(?:[ ()-]{0,2}\d){7,14}|(?<![\w.-])0\d{9,10}(?!\d)/gi, '[phone]'],
]

/**
 * Removes tokens, passwords, email addresses and phone numbers from a finished log line. It is the last step
 * and works on the text, so that an error message or an unexpected field cannot contain one. A line of JSON
 * remains valid JSON.
 */
export function redact(line: string): string {
  let redacted = line
  for (const [pattern, replacement] of rules) redacted = redacted.replace(pattern, replacement)
  return redacted
}
