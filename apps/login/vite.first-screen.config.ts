import { firstScreenFile } from '@foyer/contract/first-screen'
import react from '@vitejs/plugin-react'
import { defaultServerConditions, defineConfig } from 'vite'

/** What draws the first screen, for the server: one file that needs nothing beside it. */
export default defineConfig({
  publicDir: false,
  plugins: [react()],
  resolve: { conditions: ['foyer-source', ...defaultServerConditions] },
  ssr: { noExternal: true, resolve: { conditions: ['foyer-source', ...defaultServerConditions] } },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'src/first-screen/draw-first-screen.tsx',
    target: 'node20',
    emptyOutDir: false,
    minify: true,
    license: { fileName: '.vite/first-screen.json' },
    rolldownOptions: { output: { entryFileNames: firstScreenFile, codeSplitting: false } },
  },
})
