import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

export interface LocalFile {
  type: string
  body: Buffer
}

/** The files of the built screen gallery, by URL path under `/local/gallery/`. */
export function readGalleryFiles(folder: string): Map<string, LocalFile> {
  const files = new Map<string, LocalFile>()
  if (!existsSync(folder)) return files
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const type = types[extname(path)]
    if (type === undefined) continue
    const name = path.replaceAll('\\', '/')
    const urlPath = `/local/gallery/${name === 'index.html' ? '' : name}`
    files.set(urlPath, { type, body: readFileSync(join(folder, path)) })
  }
  return files
}
