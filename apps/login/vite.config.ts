import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { firstScript } from './build/first-script.ts'
import { inlineFirstByte } from './build/inline-first-byte.ts'
import { precompress } from './build/precompress.ts'

const entry = fileURLToPath(new URL('src/main.tsx', import.meta.url))

export default defineConfig({
  plugins: [react(), inlineFirstByte('firebase-identity'), precompress()],
  resolve: { conditions: ['foyer-source', ...defaultClientConditions] },
  build: {
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    // A data: address in the style sheet would need a wider policy for images.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: firstScript(entry) }] } },
    },
  },
})
