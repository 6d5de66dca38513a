import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, type BuildOptions, type Plugin } from 'esbuild'

/** The path of a source, relative to `src`, and of the file that replaces it. */
interface Replaced {
  file: string
  by: string
}

/** Of this process: many test files start the same programs. */
const bundles = new Map<string, Promise<unknown>>()
process.once('exit', () => {
  for (const file of bundles.keys()) rmSync(file, { force: true })
})

/**
 * Bundles a program's `src/main.ts` into one file. Without that, the process would compile its sources and resolve its
 * packages first, and start late. The file is there until this process exits.
 *
 * @param external packages that read files beside their own
 * @param replaced for a program that is newer
 * @returns the path of the file, in the app's `node_modules`, where it finds the external packages
 */
export async function bundleProgram(
  app: string,
  external: readonly string[] = [],
  replaced?: Replaced,
): Promise<string> {
  const name = `main-${process.pid}${replaced === undefined ? '' : '-replaced'}.mjs`
  const outfile = join(app, 'node_modules/.test', name)
  const bundle = bundles.get(outfile) ?? build(optionsOf(app, outfile, external, replaced))
  bundles.set(outfile, bundle)
  await bundle
  return outfile
}

function optionsOf(
  app: string,
  outfile: string,
  external: readonly string[],
  replaced?: Replaced,
): BuildOptions {
  return {
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
  }
}

/** The replacement itself may import what it replaces. */
function replacing(app: string, { file, by }: Replaced): Plugin {
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
