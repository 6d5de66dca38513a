import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ShippedScript {
  /** The file without its hash, `assets/flow.js`, or `index.html`. */
  readonly name: string
  readonly code: string
}

/** Every script that a browser gets of a built page: the files, and what is written in the HTML. */
export function shippedScripts(folder: string): ShippedScript[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files.flatMap((file) => {
    const text = () => readFileSync(join(folder, file), 'utf8')
    if (file.endsWith('.js')) {
      return [{ name: file.replace(/-[\w-]{8}\.js$/, '.js').replaceAll('\\', '/'), code: text() }]
    }
    if (!file.endsWith('.html')) return []
    return Array.from(text().matchAll(/<script>([\s\S]*?)<\/script>/g), ([, code = '']) => ({
      name: file,
      code,
    }))
  })
}
