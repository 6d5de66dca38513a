import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

// Runs after the compiler, in the folder of this package, and makes its output usable for older tools and for a page
// without a bundler.

// The compiler leaves the names of the sources in declarations. Before TypeScript 5 they resolve to nothing, and every
// type becomes `any`.
for (const folder of ['dist/esm', 'dist/cjs']) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.d.ts')) continue
    const file = join(folder, name)
    const declarations = readFileSync(file, 'utf8')
    writeFileSync(file, declarations.replaceAll(/(['"]\.{1,2}\/[^'"]+)\.ts(?=['"])/g, '$1.js'))
  }
}

// The package itself is of ES modules.
writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n')

await build({
  entryPoints: ['src/index.ts'],
  outfile: 'dist/iap-sign-in.min.js',
  bundle: true,
  format: 'iife',
  // The name that the guide of Google's library gives it.
  globalName: 'ciap',
  target: 'es2019',
  minify: true,
  sourcemap: true,
  logLevel: 'warning',
})
