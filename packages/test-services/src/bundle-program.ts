import { join } from 'node:path'
import { build } from 'esbuild'

/**
 * A program's `src/main.ts` in one file, because a process that compiles itself and finds its packages starts late.
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
    // CommonJS packages call it.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
  })
  return outfile
}
