import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defaultClientConditions, defineConfig } from 'vite'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The gallery of every screen in every state, for developers and tests. It is not part of the product. */
export default defineConfig({
  root: at('gallery'),
  base: '/local/gallery/',
  publicDir: false,
  plugins: [react()],
  resolve: { conditions: ['foyer-source', ...defaultClientConditions] },
  build: { outDir: at('gallery/dist'), emptyOutDir: true, target: 'es2022', assetsInlineLimit: 0 },
})
