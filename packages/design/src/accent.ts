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
  return { action: shiftUntil(accent, 1, isSeen), link: shiftUntil(accent, 1, isReadable) }
}

/** Makes a colour lighter or darker by as little as is enough. */
function shiftUntil(
  accent: string,
  direction: 1 | -1,
  isEnough: (color: string) => boolean,
): string {
  const { hue, saturation, lightness } = toHsl(accent)
  let color = accent
  for (let percent = 1; !isEnough(color) && percent <= 100; percent += 1) {
    const shifted = Math.min(1, Math.max(0, lightness + (direction * percent) / 100))
    color = toHex({ hue, saturation, lightness: shifted })
  }
  return color
}

interface Hsl {
  /** 0 to 360. */
  hue: number
  saturation: number
  lightness: number
}

function toHsl(color: string): Hsl {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(color.slice(at, at + 2), 16) / 255,
  )
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const lightness = (most + least) / 2
  const range = most - least
  if (range === 0) return { hue: 0, saturation: 0, lightness }
  const saturation = range / (1 - Math.abs(2 * lightness - 1))
  const sector =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4
  return { hue: sector * 60, saturation, lightness }
}

function toHex({ hue, saturation, lightness }: Hsl): string {
  const amplitude = saturation * Math.min(lightness, 1 - lightness)
  const channels = [0, 8, 4].map((offset) => {
    const place = (offset + hue / 30) % 12
    const value = lightness - amplitude * Math.max(-1, Math.min(place - 3, 9 - place, 1))
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}
