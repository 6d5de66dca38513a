import { join } from 'node:path'
import { build } from 'esbuild'

/**
 * Bundles a program's `src/main.ts` into one file. Without that, the process would compile its sources and resolve its
 * packages first, and start late.
 *
 * @param external packages that read files beside their own
 * @returns the path of the file, in the app's `node_modules`, where it finds the external packages
 */
export async function bundleProgram(
  app: string,
  external: readonly string[] = [],
): Promise<string> {
  const outfile = join(app, `node_modules/.test/main-${process.pid}.mjs`)
  await build({
    entryPoints: [join(app, 'src/main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['foyer-source'],
    external: [...external],
    // CommonJS packages need `require`.
    banner: {
      js: "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);",
    },
    logLevel: 'error',
  })
  return outfile
}
