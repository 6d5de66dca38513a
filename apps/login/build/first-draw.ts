import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const folder = fileURLToPath(new URL('../src/first-draw/', import.meta.url))
const standIns: Record<string, string> = {
  react: `${folder}react.ts`,
  zustand: `${folder}react.ts`,
  'react/jsx-runtime': `${folder}jsx-runtime.ts`,
}
const mark = '?first-draw'
/** What may hold components or hooks, and so a mention of React. */
const component = /\/src\/.*(?:\.tsx|\/use-[^/]*\.ts)$/

/**
 * Bundles the components that `src/first-draw` imports a second time, with its own small renderer where
 * they name React.
 */
export function firstDraw(): Plugin {
  return {
    name: 'foyer:first-draw',
    enforce: 'pre',
    async resolveId(source, importer, { kind }) {
      if (importer === undefined) return null
      const isMarked = importer.endsWith(mark)
      if (!isMarked && !importer.startsWith(folder)) return null
      const standIn = standIns[source]
      if (standIn !== undefined) return standIn
      const resolved = await this.resolve(source, importer.replace(mark, ''), { skipSelf: true })
      // What is fetched later is fetched for React.
      const isSame = kind !== 'dynamic-import' && component.test(resolved?.id ?? '')
      return resolved && isSame ? resolved.id + mark : resolved
    },
  }
}
