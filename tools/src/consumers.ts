import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { findNpm } from '../../local/src/setup/npm.mjs'
import { chromiumSwitches, fastestChromium } from './browsers/chromium.ts'

// `npm run consumers`: packs @foyer/iap-sign-in as for a release, builds a page with it in each project of
// tools/consumers, with the tools that such projects have, and opens the page in Chromium. Names select projects.

const projects = join(import.meta.dirname, '../consumers')
const root = join(import.meta.dirname, '../..')
const named = process.argv.slice(2)
const names = readdirSync(projects, { withFileTypes: true })
  .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  .filter((name) => named.length === 0 || named.includes(name))
const npm = findNpm(process.env, process.execPath) ?? 'npm'
const folder = mkdtempSync(join(tmpdir(), 'foyer-consumers-'))
const browser = await chromium.launch({ ...fastestChromium(), args: [...chromiumSwitches] })

try {
  runNpm(['run', 'build', '--silent', '--workspace', 'packages/iap-sign-in'], root)
  runNpm(
    ['pack', '--silent', '--workspace', 'packages/iap-sign-in', '--pack-destination', folder],
    root,
  )
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
  for (const name of names) {
    const started = performance.now()
    const built = buildProject(name, join(folder, tarball))
    const shown = await textOfPage(built)
    const isRunning = shown.startsWith('The engine runs: ')
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    process.stdout.write(`${isRunning ? 'ok    ' : 'FAILED'} ${name} (${seconds} s): ${shown}\n`)
    if (!isRunning) process.exitCode = 1
  }
} finally {
  await browser.close()
  await rm(folder, { recursive: true })
}

/** Returns the folder with the built page. */
function buildProject(name: string, tarball: string): string {
  const project = join(folder, name)
  cpSync(join(projects, name), project, { recursive: true })
  copyFileSync(join(projects, 'sign-in.ts'), join(project, 'sign-in.ts'))
  runNpm(['ci', '--silent', '--no-audit', '--no-fund'], project)
  runNpm(['install', '--silent', '--no-save', '--no-audit', '--no-fund', tarball], project)
  runNpm(['run', 'build', '--silent'], project)
  const built = join(project, 'out')
  if (!existsSync(join(built, 'index.html'))) {
    copyFileSync(join(project, 'index.html'), join(built, 'index.html'))
  }
  return built
}

/** The text that the page shows once the engine has run, or what it shows after ten seconds. */
async function textOfPage(built: string): Promise<string> {
  const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript' }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = join(built, pathname === '/' ? 'index.html' : pathname)
    const type = types[extname(file)] ?? 'application/octet-stream'
    if (existsSync(file)) response.writeHead(200, { 'content-type': type }).end(readFileSync(file))
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`)
  await page
    .getByText('The engine runs')
    .waitFor({ timeout: 10_000 })
    .catch(() => {})
  const text = (await page.textContent('body')) ?? ''
  await page.close()
  server.closeAllConnections()
  server.close()
  return [text.trim(), ...errors].join(' ')
}

function runNpm(args: string[], cwd: string): void {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }
  execFileSync(process.execPath, [npm, ...args], { cwd, env, stdio: 'inherit' })
}
