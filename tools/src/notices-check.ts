import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { findNpm } from '../../local/src/setup/npm.mjs'

// The licences of what we publish: each package that npm packs has ours, and the notices of its dependencies, and the built
// page has the notices of the packages that are bundled in it. The build must be there.

const withDependencies = ['apps/gate', 'apps/server', 'packages/contract']
const workspaces = [...withDependencies, 'packages/iap-sign-in']
const bundled = ['react', 'react-dom', 'firebase', '@firebase/auth', 'i18next', 'valibot']

const errors = [...missingInPackages(), ...missingInPage()]
for (const error of errors) process.stderr.write(`${error}\n`)
process.exitCode = errors.length > 0 ? 1 : 0

/** Without scripts: those of the server copy the page, which has no licence file of a package. */
function missingInPackages(): string[] {
  const npm = findNpm(process.env, process.execPath) ?? 'npm'
  const packed = JSON.parse(
    execFileSync(
      process.execPath,
      [
        npm,
        'pack',
        '--dry-run',
        '--json',
        '--ignore-scripts',
        ...workspaces.flatMap((name) => ['--workspace', name]),
      ],
      { encoding: 'utf8', maxBuffer: 16_000_000 },
    ),
  ) as { files: { path: string }[] }[]
  if (packed.length !== workspaces.length) return [`npm packs ${packed.length} packages.`]
  return workspaces.flatMap((workspace, at) => {
    const files = packed[at]?.files.map(({ path }) => path) ?? []
    const needed = ['LICENSE']
    if (withDependencies.includes(workspace)) needed.push('dist/third-party-notices.txt')
    return needed
      .filter((name) => !files.includes(name))
      .map((name) => `The package of ${workspace} has no ${name}.`)
  })
}

function missingInPage(): string[] {
  const file = 'apps/login/dist/third-party-notices.txt'
  const text = readFileSync(file, 'utf8')
  const missing = bundled.filter((name) => !new RegExp(`^${name} \\d+\\.\\S+ \\(`, 'm').test(text))
  const texts = ['Copyright (c) Meta Platforms', 'END OF TERMS AND CONDITIONS']
  return [...missing, ...texts.filter((part) => !text.includes(part))].map(
    (part) => `${file} does not have ${part}.`,
  )
}
