// The W3C's code points for keys without a character.
const codePoints: Readonly<Record<string, string>> = {
  ArrowDown: '\uE015',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowUp: '\uE013',
  Backspace: '\uE003',
  Delete: '\uE017',
  End: '\uE010',
  Enter: '\uE007',
  Escape: '\uE00C',
  Home: '\uE011',
  Shift: '\uE008',
  Space: ' ',
  Tab: '\uE004',
}

/** The body of a request that presses these keys one after the other, such as `A`, `Tab` and `Shift+Tab`. */
export function actionsFor(keys: readonly string[]): object {
  const actions = keys.flatMap((key) => {
    const values = (key === '+' ? [key] : key.split('+')).map(codePointOf)
    return [
      ...values.map((value) => ({ type: 'keyDown', value })),
      ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
    ]
  })
  return { actions: [{ type: 'key', id: 'keyboard', actions }] }
}

function codePointOf(key: string): string {
  const value = codePoints[key] ?? key
  if (value.length !== 1) throw new Error(`Not supported by this driver: the key ${key}`)
  return value
}
