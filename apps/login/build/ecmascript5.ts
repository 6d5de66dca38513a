import { transform } from 'esbuild'
import type { Plugin } from 'vite'

const inline = /(?<=<script>)[\s\S]*?(?=<\/script>)/

/**
 * Minifies the script that is written in index.html, and fails if it is not ECMAScript 5: browsers run it that can
 * read no other script of the page.
 */
export function ecmascript5(): Plugin {
  return {
    name: 'foyer:ecmascript-5',
    apply: 'build',
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const [source = ''] = html.match(inline) ?? []
        const { code } = await transform(source, { minify: true, target: 'es5' })
        return html.replace(inline, () => code.trim())
      },
    },
  }
}
