import type { Config } from './config.ts'

/**
 * What the build of the page leaves in its folder for the server alone, and the place in its HTML for
 * what this draws.
 */
export const firstScreenFile = 'first-screen.mjs'
export const firstScreenPlace = '<!-- first screen -->'

/** What that file exports. */
export interface FirstScreen {
  /**
   * Draws the sign-in buttons of a tenant in every language, as markup that the page keeps until it may
   * show them. `null` is the project itself.
   */
  drawFirstScreen: (config: Config, tenantId: string | null, year: number) => string
}

/** Attributes of the page's first element, by which the server tells it what it knows of a request. */
export const knowledge = {
  /** Origins of redirect servers and targets, the only ones that the page's policy lets it call. */
  gates: 'data-gates',
  /** Origin of the page that hands over to a provider; none beside an emulator. */
  authOrigin: 'data-auth-origin',
  /** Address of the project lookup (F4), where the address of the page is no fault of its own. */
  lookup: 'data-lookup',
  /** What it was answered with, where the server has asked. */
  project: 'data-project',
  /** The origin at which the server has found the request to be of this project (D3, D5). */
  checkedAt: 'data-checked-at',
  /** There when the user asked for this page, by a URL that they typed or followed; not when a page did. */
  userLed: 'data-user-led',
} as const
