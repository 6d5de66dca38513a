import { prerenderFile } from '@foyer/contract/prerender'
import react from '@vitejs/plugin-react'
import { defaultServerConditions, defineConfig } from 'vite'

/** Bundles the code that renders the sign-in buttons on the server into one file without dependencies. */
export default defineConfig({
  publicDir: false,
  plugins: [react()],
  resolve: { conditions: ['foyer-source', ...defaultServerConditions] },
  ssr: {
    noExternal: true,
    resolve: { conditions: ['foyer-source', ...defaultServerConditions] },
  },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    ssr: 'src/prerender/prerender.tsx',
    target: 'node20',
    emptyOutDir: false,
    minify: true,
    license: { fileName: '.vite/prerender.json' },
    rolldownOptions: {
      output: { entryFileNames: prerenderFile, codeSplitting: false },
    },
  },
})
