import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { prerenderFile, type Prerender } from '@foyer/contract/prerender'
import { createStaticFile, type StaticFile } from '../http/static-file.ts'

const contentTypes = new Map([
  ['css', 'text/css; charset=utf-8'],
  ['gif', 'image/gif'],
  ['ico', 'image/x-icon'],
  ['jpg', 'image/jpeg'],
  ['js', 'text/javascript; charset=utf-8'],
  ['json', 'application/json; charset=utf-8'],
  ['map', 'application/json; charset=utf-8'],
  ['mjs', 'text/javascript; charset=utf-8'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
  ['wasm', 'application/wasm'],
  ['webmanifest', 'application/manifest+json; charset=utf-8'],
  ['webp', 'image/webp'],
  ['woff2', 'font/woff2'],
  ['xml', 'application/xml; charset=utf-8'],
])

/** A request for a file gets that file or 404, never the page (NW-05). */
export function isFilePath(pathname: string): boolean {
  return (
    /^\/(?:assets|locales|__)(?:\/|$)/.test(pathname) || contentTypes.has(extensionOf(pathname))
  )
}

/** Whether `readPageFiles` will find the page or a file that is served at this path. */
export function servesFile(directory: string, pathname: string): boolean {
  const isServed = pathname === '/index.html' || contentTypes.has(extensionOf(pathname))
  return isServed && existsSync(path.join(directory, pathname))
}

export interface PageFiles {
  html: string
  prerender: Prerender['prerender'] | null
  /** By exact path. Other spellings of a path, such as an encoded one, match no file. */
  files: ReadonlyMap<string, StaticFile>
}

/** Reads the built page into memory once. To serve a later build, restart the process. */
export async function readPageFiles(directory: string): Promise<PageFiles> {
  const entries = await readdir(directory, {
    recursive: true,
    withFileTypes: true,
  })
  const bytes = new Map(
    await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map(async (entry): Promise<[string, Buffer]> => {
          const file = path.join(entry.parentPath, entry.name)
          return [
            `/${path.relative(directory, file).split(path.sep).join('/')}`,
            await readFile(file),
          ]
        }),
    ),
  )
  const compressedOf = (pathname: string): StaticFile['compressed'] => {
    const br = bytes.get(`${pathname}.br`)
    const gzip = bytes.get(`${pathname}.gz`)
    return { ...(br && { br }), ...(gzip && { gzip }) }
  }

  const files = new Map<string, StaticFile>()
  for (const [pathname, plain] of bytes) {
    const contentType = contentTypes.get(extensionOf(pathname))
    // Source maps are for the operator's error reports. They are not served.
    const isOurs = pathname.endsWith('.map') || pathname === `/${prerenderFile}`
    if (contentType === undefined || isOurs) continue
    const cacheControl = pathname.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'no-cache'
    const compressed = compressedOf(pathname)
    files.set(pathname, createStaticFile({ contentType, cacheControl, plain, compressed }))
  }

  const html = bytes.get('/index.html')
  if (html === undefined) throw new Error('there is no index.html')
  // Prerendering is optional.
  const prerender = bytes.has(`/${prerenderFile}`) ? await importPrerender(directory) : null
  return { html: html.toString(), prerender, files }
}

async function importPrerender(directory: string): Promise<Prerender['prerender']> {
  const { href } = pathToFileURL(path.resolve(directory, prerenderFile))
  const { prerender } = (await import(href)) as Prerender
  return prerender
}

function extensionOf(pathname: string): string {
  return path.posix.extname(pathname).slice(1).toLowerCase()
}
