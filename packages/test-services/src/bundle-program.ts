import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'

/**
 * Bundles a program's `src/main.ts` into one file. Without that, the process would compile its sources and resolve its
 * packages first, and start late.
 *
 * @param external packages that read files beside their own
 * @param replaced the path of a source, relative to `src`, and of the file that replaces it: for a program that is newer
 * @returns the path of the file, in the app's `node_modules`, where it finds the external packages
 */
export async function bundleProgram(
  app: string,
  external: readonly string[] = [],
  replaced?: { file: string; by: string },
): Promise<string> {
  const name = `main-${process.pid}${replaced === undefined ? '' : '-replaced'}.mjs`
  const outfile = join(app, 'node_modules/.test', name)
  await build({
    entryPoints: [join(app, 'src/main.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['foyer-source'],
    external: [...external],
    plugins: replaced === undefined ? [] : [replacing(app, replaced)],
    // CommonJS packages need `require`.
    banner: {
      js: "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url);",
    },
    logLevel: 'error',
  })
  return outfile
}

/** The replacement itself may import what it replaces. */
function replacing(app: string, { file, by }: { file: string; by: string }): Plugin {
  const replacement = join(app, 'src', by)
  return {
    name: 'replacing',
    setup(building) {
      building.onResolve({ filter: /^\./ }, ({ path, resolveDir, importer }) =>
        join(resolveDir, path) === join(app, 'src', file) && importer !== replacement
          ? { path: replacement }
          : undefined,
      )
    },
  }
}
