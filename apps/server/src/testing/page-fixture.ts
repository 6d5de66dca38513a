import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

export const indexHtml = `<!doctype html>
<html lang="en">
<head>
<style>body{margin:0}</style>
<script>document.documentElement.lang='en'</script>
<script type="module" crossorigin src="/assets/index-0a1b2c3d.js"></script>
<link rel="stylesheet" crossorigin href="/assets/index-0a1b2c3d.css">
</head>
<body><h1>WELCOME</h1>
<!-- prerendered -->
</body>
</html>
`

export const script = `export const words = ${JSON.stringify('merhaba '.repeat(200))}\n`

/** A minimal built page, in a temporary directory. */
export function createPageFixture(): { directory: string; remove: () => void } {
  const directory = mkdtempSync(path.join(tmpdir(), 'foyer-page-'))
  const write = (name: string, content: string | Buffer) => {
    const file = path.join(directory, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
  const writeCompressed = (name: string, content: string) => {
    write(name, content)
    write(`${name}.br`, brotliCompressSync(content))
    write(`${name}.gz`, gzipSync(content))
  }
  writeCompressed('index.html', indexHtml)
  writeCompressed('assets/index-0a1b2c3d.js', script)
  write('assets/index-0a1b2c3d.js.map', '{"version":3}')
  write('assets/index-0a1b2c3d.css', 'h1{color:#123}')
  write('locales/tr/sign-in.json', '{"google":"Google ile devam et"}')
  write('locales/en/sign-in.json', '{"google":"Continue with Google"}')
  write('third-party-notices.txt', 'react 19.0.0 (MIT)\n')
  write('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  return { directory, remove: () => rmSync(directory, { recursive: true }) }
}
