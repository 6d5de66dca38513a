import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { inlineFirstByte } from './build/inline-first-byte.ts'
import { precompress } from './build/precompress.ts'

export default defineConfig({
  plugins: [react(), inlineFirstByte('firebase-identity'), precompress()],
  resolve: { conditions: ['foyer-source', ...defaultClientConditions] },
  build: {
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    // A data: address in the style sheet would need a wider policy for images.
    assetsInlineLimit: 0,
  },
})
