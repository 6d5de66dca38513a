/** Characters that add a line to a text, change its direction, or control the terminal. */
const unprintable = String.raw`\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}`
const runs = new RegExp(`[${unprintable}]+`, 'gu')
const one = new RegExp(`(?!\\n)[${unprintable}]`, 'gu')

/** A text from elsewhere, for people to read. */
export function oneLine(text: string): string {
  return text.replace(runs, ' ')
}

/** JSON with the exact texts. The line feeds that `indent` adds stay: inside a text, JSON itself encodes them. */
export function printableJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    one,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** A value in a line of several. If it has anything but visible ASCII, such as a space, it is in quotation marks. */
export function quotedIfNeeded(text: string): string {
  return /^[!#-~]+$/.test(text) ? text : printableJson(text)
}
