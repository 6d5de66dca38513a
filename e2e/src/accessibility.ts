import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The source of axe, which a test runs in the page. */
export const axe = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** Runs in the browser, and returns a line for each failure. */
export type Finder = () => string[] | Promise<string[]>

export async function violations(): Promise<string[]> {
  const { axe: checker } = window as unknown as Axe
  const { violations: found } = await checker.run({
    resultTypes: ['violations'],
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    // Otherwise axe reads all style sheets and media in each run, only for a rule about audio.
    preload: false,
  })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** The rules that a page can break in dark mode only. */
export async function violationsByColors(): Promise<string[]> {
  const { axe: checker } = window as unknown as Axe
  const { violations: found } = await checker.run({
    resultTypes: ['violations'],
    runOnly: ['color-contrast', 'link-in-text-block'],
  })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

interface Axe {
  axe: {
    run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
  }
}

/** The page must scroll in one direction only. */
export function overflowing(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  return scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : []
}

/** A finger needs 44 px; links inside sentences are as high as their line. */
export function smallTargets(): string[] {
  const targets = document.querySelectorAll<HTMLElement>(
    'button, summary, select, input:not([aria-hidden]), a.button, .page-foot a, .action a, .brand a',
  )
  return [...targets].flatMap((target) => {
    const { width, height } = target.getBoundingClientRect()
    const isShown = target.checkVisibility()
    return isShown && (height < 43.5 || width < 43.5)
      ? [`${target.outerHTML.slice(0, 80)} is ${width} × ${height}`]
      : []
  })
}

/** The focus ring must be an outline: forced colours remove shadows and backgrounds. */
export function withoutRing(): string[] {
  const targets = document.querySelectorAll<HTMLElement>('button, summary, input, a')
  const shown = [...targets].filter((target) => target.checkVisibility())
  return shown.flatMap((target) => {
    target.focus({ focusVisible: true })
    const { outlineStyle, outlineWidth } = getComputedStyle(target)
    return outlineStyle === 'none' || Number.parseFloat(outlineWidth) < 2
      ? [target.outerHTML.slice(0, 80)]
      : []
  })
}
