import { readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { build } from 'esbuild'
import { apiKey, authDomain, providerUrl } from './urls.ts'

export interface SiteFile {
  readonly type: string
  readonly cacheControl: string
  readonly brotli: Buffer
}

/** The files of a page by their path; `/` is the page. */
export type Site = ReadonlyMap<string, SiteFile>

/** (a) Google's hosted page, built from its parts. */
export async function buildGooglePage(): Promise<Site> {
  // Google's own build does not remove unused code.
  const script = await bundle('google-page.ts', { treeShaking: false })
  const config = {
    [apiKey]: {
      authDomain,
      displayMode: 'optionFirst',
      tenants: {
        _: {
          displayName: 'Acme',
          signInFlow: 'redirect',
          immediateFederatedRedirect: false,
          signInOptions: ['google.com', 'microsoft.com', 'phone'],
        },
      },
    },
  }
  const html = (await peerFile('google-page.html')).replace('{script}', script.path)
  return siteOf(
    await htmlPage(html),
    [script.path, script.file],
    ['/config', await file('application/json', 'no-cache', JSON.stringify(config))],
  )
}

/** (b) A page that a team would write with the library and the modular SDK, in one bundle. */
export async function buildReactPage(): Promise<Site> {
  const script = await bundle('react-page.tsx', { treeShaking: true })
  const style = await named('style.css', 'text/css', await peerFile('buttons.css'))
  const html = (await peerFile('react-page.html'))
    .replace('{script}', script.path)
    .replace('{style}', style.path)
  return siteOf(await htmlPage(html), [script.path, script.file], [style.path, style.file])
}

/** (c) The minimal page that can show the buttons. */
export async function buildFloor(): Promise<Site> {
  const html = (await peerFile('floor.html'))
    .replace('{styles}', await peerFile('buttons.css'))
    .replaceAll('{provider}', `${providerUrl}?providerId=`)
  return siteOf(await htmlPage(html))
}

function siteOf(page: SiteFile, ...files: [string, SiteFile][]): Site {
  return new Map([['/', page], ...files])
}

/** The script that measures a page. */
export async function buildProbe(): Promise<string> {
  const entry = fileURLToPath(new URL('probe.ts', import.meta.url))
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, write: false })
  return outputFiles[0]?.text ?? ''
}

async function bundle(entry: string, { treeShaking }: { treeShaking: boolean }) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`peers/${entry}`, import.meta.url))],
    bundle: true,
    minify: true,
    treeShaking,
    write: false,
    format: entry.endsWith('x') ? 'esm' : 'iife',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.css': 'text' },
    logLevel: 'error',
  })
  return named('script.js', 'text/javascript', outputFiles[0]?.text ?? '')
}

/** A file whose URL changes with its content, so that a browser may cache it for ever. */
async function named(name: string, type: string, content: string) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8)
  return {
    path: `/assets/${hash}-${name}`,
    file: await file(type, 'public, max-age=31536000, immutable', content),
  }
}

function htmlPage(html: string): Promise<SiteFile> {
  return file('text/html', 'no-store', html.replaceAll(/\n\s*/g, '\n'))
}

async function file(type: string, cacheControl: string, content: string): Promise<SiteFile> {
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  const brotli = await promisify(brotliCompress)(content, { params: quality })
  return { type: `${type}; charset=utf-8`, cacheControl, brotli }
}

function peerFile(name: string): Promise<string> {
  return readFile(new URL(`peers/${name}`, import.meta.url), 'utf8')
}
