import type { Plugin } from 'vite'

/** The files with the schema of the config. */
const schemas = /\/packages\/contract\/src\/(?:config|methods-schema|branding-values)\.ts$/
/** The last argument of a schema or a check, which says what is wrong with a setting. */
const message = /(?:,\s*|(?<=\())(['`])(?:must|is) (?:(?!\1).)*\1,?\s*\)/g

/**
 * Leaves the messages about wrong settings out of the page's script. Operators read them when the server starts. The page
 * makes the same checks, and a user is only told that the page cannot be opened.
 */
export function withoutSettingMessages(): Plugin {
  return {
    name: 'foyer:without-setting-messages',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      return schemas.test(id) ? { code: code.replace(message, ')'), map: null } : null
    },
  }
}
