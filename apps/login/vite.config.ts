import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { chunkOf } from './build/chunk-of.ts'
import { ecmascript5 } from './build/ecmascript5.ts'
import { htmlMessages } from './build/html-messages.ts'
import { inlineFirstByte } from './build/inline-first-byte.ts'
import { messages } from './build/messages.ts'
import { buildTarget } from './build/oldest-browsers.ts'
import { precompress } from './build/precompress.ts'
import { withoutSettingMessages } from './build/without-setting-messages.ts'

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url))

export default defineConfig({
  plugins: [
    react(),
    htmlMessages(),
    ecmascript5(),
    inlineFirstByte({ flow: 'flow', screens: 'screens', sdk: 'firebase-identity' }),
    messages(),
    withoutSettingMessages(),
    precompress(),
  ],
  resolve: { conditions: ['foyer-source', ...defaultClientConditions] },
  build: {
    target: buildTarget,
    // A data: URL in the style sheet would need a wider policy for images.
    assetsInlineLimit: 0,
    // For the notices of what is bundled: tools/src/notices.ts.
    license: { fileName: '.vite/page.json' },
    // A browser without support for the hint loads the script soon in any case.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The contract also has schemas that only the server uses. To build one with Valibot has no effect.
      treeshake: { manualPureFunctions: ['v'] },
      output: {
        codeSplitting: {
          groups: [
            {
              name: chunkOf({
                flow: source('main.ts'),
                screens: source('page/screens-part.ts'),
              }),
            },
          ],
        },
      },
    },
  },
})
