import type { Page } from '@playwright/test'

export interface InputCount {
  /** Clicks and taps. */
  presses: number
  /** Keystrokes. Shift+Tab is one. */
  keys: number
}

/** Counts the user's input on every page from now on. */
export async function countInput(page: Page): Promise<InputCount> {
  const count = { presses: 0, keys: 0 }
  await page.exposeFunction('countInput', (what: keyof InputCount) => void (count[what] += 1))
  await page.addInitScript(() => {
    const tell = Reflect.get(window, 'countInput') as (what: string) => void
    addEventListener('pointerdown', () => tell('presses'), true)
    addEventListener('keydown', ({ key }) => key === 'Shift' || tell('keys'), true)
  })
  return count
}
