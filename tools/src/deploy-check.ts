import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { nginxConfiguration } from '@foyer/test-services/nginx'
import { createCertificate } from './certificate.ts'
import { checkPackages } from './deploy/check-packages.ts'

// Checks the files in deploy/ with the programs that will read them, as far as they are on this machine.

const root = path.resolve(import.meta.dirname, '../..')
const work = mkdtempSync(path.join(tmpdir(), 'foyer-deploy-'))
const results = { ok: 0, failed: 0, skipped: 0 }

function report(result: keyof typeof results, name: string, reason = ''): void {
  results[result] += 1
  process.stdout.write(`${result.padEnd(8)}${name}${reason === '' ? '' : `: ${reason.trim()}`}\n`)
}

function run(name: string, command: string, ...args: string[]): void {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const isMissing = error !== undefined && 'code' in error && error.code === 'ENOENT'
  if (isMissing) report('skipped', name, `${command} is not installed`)
  else if (status === 0) report('ok', name)
  else report('failed', name, `${stdout}${stderr}`)
}

/** The configuration with this machine's names and a temporary certificate, in a complete file. */
function nginxConfig(name: string): string {
  const { key, cert } = createCertificate()
  writeFileSync(path.join(work, 'fullchain.pem'), cert)
  writeFileSync(path.join(work, 'privkey.pem'), key)
  const site = readFileSync(path.join(root, `deploy/nginx/${name}.conf`), 'utf8')
    .replaceAll('/etc/nginx/tls', work)
    .replace('/etc/ssl/app.example.com.pem', `${work}/fullchain.pem`)
    .replace('/etc/ssl/app.example.com.key', `${work}/privkey.pem`)
    .replaceAll('/var/log/nginx', work)
    .replaceAll(/server (?:gate|server):/g, 'server 127.0.0.1:')
  const file = path.join(work, `${name}.conf`)
  writeFileSync(file, nginxConfiguration(work, site))
  return file
}

/** The unit with a program that exists: systemd looks for it. */
function unit(part: string): string {
  const file = path.join(work, `foyer-${part}@4100.service`)
  const text = readFileSync(path.join(root, `deploy/systemd/foyer-${part}@.service`), 'utf8')
  writeFileSync(file, text.replace('/usr/bin/node', process.execPath))
  return file
}

function buildImages(): void {
  const base = process.env['NODE_IMAGE']
  const image = base === undefined ? [] : ['--build-arg', `NODE_IMAGE=${base}`]
  const build = ['bud', '--isolation', 'chroot', '--layers', '--format', 'docker', ...image]
  for (const target of ['server', 'gate']) {
    const args = [...build, '-f', 'deploy/Containerfile', '--target', target]
    run(`image of the ${target}`, 'buildah', ...args, '-t', `foyer-${target}`, '.')
  }
}

run(
  'settings, YAML and stop times',
  process.execPath,
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project=node',
  'tools/src/deploy',
)
for (const name of ['foyer', 'forward-auth'])
  run(`nginx configuration ${name}`, 'nginx', '-t', '-q', '-c', nginxConfig(name), '-p', work)
const caddyfile = 'deploy/caddy/Caddyfile'
run('Caddyfile', 'caddy', 'validate', '--config', caddyfile, '--adapter', 'caddyfile')
run('systemd units', 'systemd-analyze', 'verify', unit('server'), unit('gate'))
run('Terraform files', 'terraform', 'fmt', '-check', '-recursive', 'deploy/terraform')
run('alert rules', 'promtool', 'check', 'rules', 'deploy/monitoring/alerts.yaml')
run('tests of the alert rules', 'promtool', 'test', 'rules', 'deploy/monitoring/alerts.test.yaml')
if (process.argv.includes('--images')) buildImages()
else
  report('skipped', 'images', 'they take minutes and a registry: npm run deploy:check -- --images')
if (process.argv.includes('--packages')) await checkPackages(root, work, report)
else report('skipped', 'packages', 'two builds take minutes: npm run deploy:check -- --packages')
run('Kubernetes manifests', 'kubectl', 'kustomize', 'deploy/kubernetes/overlays/example')
if (spawnSync('docker', ['compose', 'version']).status === 0) {
  run('compose.yaml', 'docker', 'compose', '-f', 'deploy/compose/compose.yaml', 'config', '-q')
} else report('skipped', 'compose.yaml', 'docker compose is not installed')

rmSync(work, { recursive: true })
process.stdout.write(`${results.ok} passed, ${results.failed} failed, ${results.skipped} skipped\n`)
process.exit(results.failed === 0 ? 0 : 1)
