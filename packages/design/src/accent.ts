import { contrastOf } from '@foyer/contract/contrast'
import { tokens, type ColorScheme } from './tokens.ts'

export interface AccentColors {
  /** The background of the main button, with white text on it. */
  action: string
  /** The colour of links. */
  link: string
}

/**
 * WCAG 2.2 requires a contrast of 4.5 for text, and of 3 between a control and what is around it. Thin light text on a
 * dark background needs more to look as clear.
 */
const leastContrast = { control: 3.1, light: 4.5, dark: 7 }

/**
 * In dark mode: the accent's hue, at a lightness that can be read for every accent. Dull accents become more vivid. A
 * colour more vivid than screens can show is clipped, which changes its hue: orange became red, and purple became pink.
 * So the chroma has a limit. The sign-in page has the same rules in CSS.
 */
export const darkShades = {
  action: {
    lightness: 0.54,
    chromaOf: (c: number) => Math.min(c * 1.2, Math.max(c, 0.1)),
    css: 'oklch(from var(--brand) 0.54 min(c * 1.2, max(c, 0.1)) h)',
  },
  link: {
    lightness: 0.8,
    chromaOf: (c: number) => Math.min(c * 1.4, 0.12),
    css: 'oklch(from var(--brand) 0.8 min(c * 1.4, 0.12) h)',
  },
} as const

/**
 * The colours that an accent becomes in a colour scheme: as it is where it can be seen, otherwise lighter or darker, with
 * the same hue.
 *
 * @param accent a colour on which white text can be read, as `#rrggbb`
 */
export function accentColors(accent: string, scheme: ColorScheme): AccentColors {
  const { paper, surface } = tokens[scheme]
  const isReadable = (color: string) =>
    [paper, surface].every((around) => contrastOf(color, around) >= leastContrast[scheme])
  if (scheme === 'light') return { action: accent, link: shiftUntil(accent, -1, isReadable) }
  const isSeen = (color: string) => contrastOf(color, surface) >= leastContrast.control
  return {
    action: shiftUntil(shadeOf(accent, darkShades.action), 1, isSeen),
    link: shiftUntil(shadeOf(accent, darkShades.link), 1, isReadable),
  }
}

interface Shade {
  lightness: number
  chromaOf: (chroma: number) => number
}

/** As `oklch(from COLOR lightness chroma h)` in CSS. */
function shadeOf(color: string, { lightness, chromaOf }: Shade) {
  const { a, b } = toOklab(color)
  const chroma = Math.hypot(a, b)
  const factor = chroma === 0 ? 0 : chromaOf(chroma) / chroma
  return toHex({ lightness, a: a * factor, b: b * factor })
}

/** Makes a colour lighter or darker by as little as is enough. */
function shiftUntil(
  start: string,
  direction: 1 | -1,
  isEnough: (color: string) => boolean,
): string {
  const { lightness, a, b } = toOklab(start)
  let color = start
  for (let percent = 1; !isEnough(color) && percent <= 100; percent += 1) {
    const shifted = Math.min(1, Math.max(0, lightness + (direction * percent) / 100))
    color = toHex({ lightness: shifted, a, b })
  }
  return color
}

/** A colour in Oklab (https://bottosson.github.io/posts/oklab), where a lighter colour keeps its hue for the eye. */
interface Oklab {
  /** 0 to 1. */
  lightness: number
  a: number
  b: number
}

type Triple = readonly [number, number, number]
type Matrix = readonly [Triple, Triple, Triple]

const conesOfRgb: Matrix = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const labOfCones: Matrix = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]
const conesOfLab: Matrix = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
]
const rgbOfCones: Matrix = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
]

function toOklab(color: string): Oklab {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    toLinear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  )
  const cones = eachOf(times(conesOfRgb, [red, green, blue]), Math.cbrt)
  const [lightness, a, b] = times(labOfCones, cones)
  return { lightness, a, b }
}

/** A colour that a screen cannot show is clipped, as browsers do. */
function toHex({ lightness, a, b }: Oklab): string {
  const cones = eachOf(times(conesOfLab, [lightness, a, b]), (value) => value ** 3)
  const channels = times(rgbOfCones, cones).map((value) =>
    Math.round(fromLinear(Math.min(1, Math.max(0, value))) * 255)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${channels.join('')}`
}

const times = ([x, y, z]: Matrix, vector: Triple): Triple => [
  product(x, vector),
  product(y, vector),
  product(z, vector),
]
const product = ([x, y, z]: Triple, [a, b, c]: Triple) => x * a + y * b + z * c
const eachOf = ([x, y, z]: Triple, act: (value: number) => number): Triple => [
  act(x),
  act(y),
  act(z),
]

const toLinear = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
const fromLinear = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
