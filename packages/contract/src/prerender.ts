import type { Config } from './config.ts'

/**
 * A file that the page's build writes for the server only. The server replaces a comment in the page's HTML with the
 * markup that this file renders.
 */
export const prerenderFile = 'prerender.mjs'
export const prerenderPlace = '<!-- prerendered -->'

/** The exports of that file. */
export interface Prerender {
  /**
   * Renders the sign-in buttons of a tenant in every language, as markup that the page hydrates. `null` is the project
   * itself.
   */
  prerender: (config: Config, tenantId: string | null, year: number) => string
}
