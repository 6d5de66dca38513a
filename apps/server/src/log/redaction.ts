const secretNames = 't|token|access_token|rt|state|id_token|apiKey'

const rules: Array<[pattern: RegExp, replacement: string]> = [
  [new RegExp(`([?&;](?:${secretNames})=)[^&#\\s"\\\\]+`, 'gi'), '$1[redacted]'],
  [
    new RegExp(`("(?:${secretNames})":)(?:"(?:[^"\\\\]|\\\\.)*"|[^,}\\]]+)`, 'gi'),
    '$1"[redacted]"',
  ],
  [/eyJ[\w-]{6,}(?:\.[\w-]*){1,2}/g, '[token]'],
  // Whatever may stand before the @ of an address but what parts a query, as long as it may be.
  [/[^\s"\\<>(),;:@[\]{}=?&/]{1,64}(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu, '[email]'],
  // International with its plus sign, or national with its trunk zero: plain numbers are times and sizes.
  [/(?:\+|%2B)\d(?:[ ()-]{0,2}\d){7,14}|(?<![\w.-])0\d{9,10}(?!\d)/gi, '[phone]'],
]

/**
 * Takes tokens, addresses and phone numbers out of a finished log line. It works on the text, after
 * everything else, so that an error message or a field nobody thought of cannot carry one either.
 */
export function redact(line: string): string {
  let redacted = line
  for (const [pattern, replacement] of rules) redacted = redacted.replace(pattern, replacement)
  return redacted
}
