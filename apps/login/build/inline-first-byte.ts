import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { HtmlTagDescriptor, Plugin } from 'vite'
import { encodePageData } from '@foyer/contract/page-data'
import type { PageData } from '@foyer/contract/page-data'
import { prerenderPlace } from '@foyer/contract/prerender'
import { buildTarget } from './oldest-browsers.ts'

const source = fileURLToPath(new URL('../src/inline/first-byte.ts', import.meta.url))

interface FirstByteCode {
  script: string
  style: string
}

/**
 * Puts `src/inline/first-byte.ts` and its styles into the HTML, so that the first frame waits for no other file. Also
 * writes the paths of some chunks into the page data.
 *
 * @param chunks the names of these chunks
 */
export function inlineFirstByte(
  chunks: Readonly<Record<keyof Pick<PageData, 'flow' | 'screens' | 'sdk'>, string>>,
): Plugin {
  return {
    name: 'foyer:inline-first-byte',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const { script, style } = await bundleFirstByte()
        const rest = withoutIndentation(preloadScripts(html))
        const pathOf = (name: string): string => {
          const chunk = Object.values(bundle ?? {}).find((output) => output.name === name)
          if (!chunk) throw new Error(`The build made no chunk named ${name}.`)
          return `/${chunk.fileName}`
        }
        const paths: PageData = bundle
          ? {
              flow: pathOf(chunks.flow),
              screens: pathOf(chunks.screens),
              sdk: pathOf(chunks.sdk),
            }
          : {}
        const tags: HtmlTagDescriptor[] = [
          // A browser that pauses while it parses would paint the loading view first, and the buttons late. The
          // element is behind the script that shows the buttons, because the browser waits for its start tag only.
          {
            tag: 'link',
            attrs: { rel: 'expect', href: '#complete', blocking: 'render' },
            injectTo: 'head',
          },
          { tag: 'style', children: style, injectTo: 'head' },
        ]
        // The script is before the prerendered markup. A browser that ignores `expect` shows the loading view
        // until the markup is parsed.
        const inlined = rest.replace(
          prerenderPlace,
          (place) => `<script>${script}</script>${place}`,
        )
        return { html: encodePageData(inlined, paths), tags }
      },
    },
  }
}

/** Preloads the scripts. The inlined script runs them later. */
function preloadScripts(html: string): string {
  return html.replace(
    /<script type="module"([^>]*) src="([^"]*)"><\/script>/g,
    '<link rel="modulepreload"$1 href="$2">',
  )
}

/** The indentation of the source takes fifty bytes of what the first frame waits for. */
function withoutIndentation(html: string): string {
  return html.replaceAll(/\n\s+/g, '\n')
}

/** Vite ends each style sheet with a comment for itself. */
function withoutComment(css: string): string {
  return css.replace(/\/\*\$vite\$:\d+\*\/\s*$/, '')
}

async function bundleFirstByte(): Promise<FirstByteCode> {
  const result = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: buildTarget,
      cssCodeSplit: false,
      lib: {
        entry: source,
        formats: ['iife'],
        name: 'foyer',
        fileName: 'first-byte',
      },
      minify: true,
    },
  })
  const outputs = [result].flat().flatMap((part) => ('output' in part ? part.output : []))
  const code: FirstByteCode = { script: '', style: '' }
  for (const output of outputs) {
    if (output.type === 'chunk') code.script = output.code.trim()
    else if (output.fileName.endsWith('.css'))
      code.style = withoutComment(String(output.source)).trim()
  }
  if (code.script === '' || code.style === '') throw new Error('The first byte has no code.')
  return code
}
