import { execFileSync, spawnSync } from 'node:child_process'
import path from 'node:path'
import { buildAndPack, checksumOf, installTarballs } from './packages.ts'

type Report = (result: 'ok' | 'failed', name: string, reason?: string) => void

/** Builds a release twice in different folders, compares the packages, lints them, installs them and runs their commands. */
export async function checkPackages(root: string, work: string, report: Report): Promise<void> {
  const check = (name: string, find: () => string) => {
    const reason = find()
    report(reason === '' ? 'ok' : 'failed', name, reason)
  }
  const first = buildAndPack(root, path.join(work, 'first'))
  const second = buildAndPack(root, path.join(work, 'a-folder-with-another-name'))
  check('packages are the same after a second build', () =>
    first
      .filter((file, index) => checksumOf(file) !== checksumOf(second[index] ?? ''))
      .map((file) => path.basename(file))
      .join(', '),
  )
  for (const tarball of first) {
    check(`publint of ${path.basename(tarball)}`, () =>
      outputOf(process.execPath, [
        path.join(root, 'node_modules/publint/src/cli.js'),
        tarball,
        '--strict',
      ]),
    )
  }
  const commands = installTarballs(path.join(work, 'installed'), first)
  check('the installed gate explains itself', () =>
    outputOf(path.join(commands, 'foyer-gate'), ['--help'], 'migrate-store'),
  )
  check('the installed command foyer explains itself', () =>
    outputOf(path.join(commands, 'foyer'), ['--help'], 'migrate-store'),
  )
  check('the installed server has the page, and lists its missing settings only', () => {
    const { stderr } = spawnSync(path.join(commands, 'foyer-server'), {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    })
    return stderr.includes('FOYER_PUBLIC_URL is missing') && !stderr.includes('page') ? '' : stderr
  })
}

/** Empty if the command succeeds, and prints the text if one is expected. */
function outputOf(command: string, args: string[], expected = ''): string {
  try {
    const output = execFileSync(command, args, { encoding: 'utf8' })
    return output.includes(expected) ? '' : output
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return `${stdout}${stderr}`
  }
}
