import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { stack } from './stack.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the server serves the licence notices of the bundled packages', async ({ request }) => {
  const answer = await request.get(`${stack.login}/third-party-notices.txt`)
  expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8')
  const text = await answer.text()
  for (const name of ['react', 'react-dom', 'firebase', '@firebase/auth', 'i18next', 'valibot'])
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\S+ \\(`, 'm'))
  expect(text).toContain('Copyright (c) Meta Platforms')
  expect(text).toContain('END OF TERMS AND CONDITIONS')
})

test('each package that npm packs contains our licence, and notices if it has dependencies', async () => {
  const withDependencies = ['apps/gate', 'apps/server', 'packages/contract']
  const workspaces = [...withDependencies, 'packages/iap-sign-in']
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--dry-run', '--json', ...workspaces.flatMap((name) => ['--workspace', name])],
    { cwd: root, shell: process.platform === 'win32', maxBuffer: 16_000_000 },
  )
  const packed = JSON.parse(stdout) as { files: { path: string }[] }[]
  const files = packed.map((one) => one.files.map(({ path }) => path))
  expect(files).toHaveLength(workspaces.length)
  for (const [at, names] of files.entries()) {
    expect(names).toContain('LICENSE')
    if (at < withDependencies.length) expect(names).toContain('dist/third-party-notices.txt')
  }
})
