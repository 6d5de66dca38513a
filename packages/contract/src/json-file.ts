import { repeatedKey } from './repeated-key.ts'

export type ParsedJson = { ok: true; document: unknown } | { ok: false; error: string }

/** Parses a file that an operator has written. The error says where the mistake is, and quotes no value. */
export function parseJsonFile(file: string): ParsedJson {
  // Editors on Windows begin a file with a byte order mark.
  const text = file.replace(/^\uFEFF/, '')
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    const error =
      text.trim() === '' ? 'the file is empty' : `${placeOf(endOfJson(text), text)} is no JSON`
    return { ok: false, error }
  }
  const repeated = repeatedKey(text)
  return repeated === undefined
    ? { ok: true, document }
    : { ok: false, error: `${repeated} is there twice in one object` }
}

function placeOf(at: number, text: string): string {
  const lines = text.slice(0, at).split('\n')
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
}

const string = /"(?:[^"\\\p{Cc}]|[\u{7F}-\u{9F}]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/uy
const word = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null)(?![\w.+-])/y

/** Where a text stops being JSON. Only some versions of Node say so, and quote what is there. */
function endOfJson(text: string): number {
  let at = 0

  function take(pattern: RegExp): boolean {
    while (/[\t\n\r ]/.test(text[at] ?? '')) at += 1
    pattern.lastIndex = at
    const isThere = pattern.test(text)
    if (isThere) at = pattern.lastIndex
    return isThere
  }

  function takeValue(): boolean {
    if (take(/\{/y)) return takeItems(/\}/y, () => take(string) && take(/:/y) && takeValue())
    return take(/\[/y) ? takeItems(/\]/y, takeValue) : take(string) || take(word)
  }

  function takeItems(end: RegExp, takeItem: () => boolean): boolean {
    if (take(end)) return true
    do if (!takeItem()) return false
    while (take(/,/y))
    return take(end)
  }

  if (takeValue()) take(/$/y)
  return at
}
