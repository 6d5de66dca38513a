import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

// By the package's name, because a program that is bundled into one file has another folder.
const path = createRequire(import.meta.url).resolve('@foyer/design/tokens.css')
const source = readFileSync(path, 'utf8')

/** The tokens as a style sheet, without comments and white space. */
export const tokenSheet = minify(source)

export type ColorScheme = 'light' | 'dark'

const names = [
  'brand',
  'brand-ink',
  'paper',
  'surface',
  'ink',
  'ink-soft',
  'line',
  'line-strong',
  'focus',
  'bold',
  'font',
] as const
export type Token = (typeof names)[number]

/** The values of the tokens, for email programs: many of them know no custom properties. */
export const tokens: Readonly<Record<ColorScheme, Readonly<Record<Token, string>>>> = readTokens()

function readTokens(): Record<ColorScheme, Record<Token, string>> {
  const [light = '', dark = ''] = [...tokenSheet.matchAll(/:root\{([^}]*)\}/g)].map(
    ([, rule]) => rule,
  )
  return { light: valuesIn(light), dark: valuesIn(`${light};${dark}`) }
}

/** The last value counts, as in CSS. */
function valuesIn(rules: string): Record<Token, string> {
  const values = new Map(
    [...rules.matchAll(/--([\w-]+):([^;]*)/g)].map(([, name, value]) => [name, value]),
  )
  const entries = names.map((name) => {
    const value = values.get(name)
    if (value === undefined) throw new Error(`tokens.css has no --${name}.`)
    return [name, value]
  })
  return Object.fromEntries(entries) as Record<Token, string>
}

/** For our own style sheets only: it knows no strings that contain a comment or a brace. */
export function minify(css: string): string {
  return css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replace(/: (?=[^{}]*[;}])/g, ':')
    .replaceAll(';}', '}')
    .trim()
}
