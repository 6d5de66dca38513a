import type { Config } from './config.ts'

/**
 * A file that the build of the page leaves in its folder for the server alone. The server replaces the comment in
 * the page's HTML with the markup that it renders.
 */
export const prerenderFile = 'prerender.mjs'
export const prerenderPlace = '<!-- prerendered -->'

/** What that file exports. */
export interface Prerender {
  /**
   * Renders the sign-in buttons of a tenant in every language, as markup that the page hydrates. `null` is the
   * project itself.
   */
  prerender: (config: Config, tenantId: string | null, year: number) => string
}
