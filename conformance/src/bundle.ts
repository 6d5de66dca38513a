import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** The scripts of two pages that differ only in their library. */
export async function bundlePages(theirs: string, ours: string) {
  return { theirs: await bundlePage(theirs), ours: await bundlePage(ours) }
}

/** The script of a page, complete in one file. */
async function bundlePage(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`page/${name}.ts`, import.meta.url))],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    conditions: ['foyer-source'],
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}
