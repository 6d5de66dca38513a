import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const text = /\.(?:html|js|css|json|svg|txt|map)$/
const worthwhileBytes = 1024

/** Writes a `.br` and a `.gz` file for every text file that is large enough, so that the server need not compress. */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'foyer:precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = entries.filter((entry) => entry.isFile() && text.test(entry.name))
      await Promise.all(files.map(({ parentPath, name }) => compress(join(parentPath, name))))
    },
  }
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  if (content.length <= worthwhileBytes) return
  const brotli = promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
  })
  await Promise.all([
    writeFile(`${file}.br`, await brotli),
    writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 })),
  ])
}
