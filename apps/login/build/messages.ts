import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const folder = fileURLToPath(new URL('../../../packages/messages', import.meta.url))
const languages = ['en', 'tr']
/** The messages that the page does not use. */
const elsewhere = new Set(['gate.json', 'email.json', 'html.json'])

/** Puts the messages where the page fetches them (F8): `/locales/{language}/{namespace}.json`. */
export function messages(): Plugin {
  return {
    name: 'foyer:messages',
    apply: 'build',
    async generateBundle() {
      for (const language of languages) {
        const files = await readdir(`${folder}/${language}`)
        for (const file of files.filter((name) => !elsewhere.has(name))) {
          this.emitFile({
            type: 'asset',
            fileName: `locales/${language}/${file}`,
            source: await readFile(`${folder}/${language}/${file}`),
          })
        }
      }
    },
  }
}
