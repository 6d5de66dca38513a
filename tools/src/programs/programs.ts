import { spawnSync } from 'node:child_process'
import { findProgram } from '@foyer/test-services/find-program'
import { installCommand, installPackages } from '../browsers/packages.ts'

/** A program that integration tests run and that is not on npm. */
interface Program {
  name: string
  /** The name of its package and its command. */
  command: string
  isHere: () => boolean
}

const isHere =
  (command: string, version = '-V') =>
  () =>
    spawnSync(findProgram(command), [version]).status === 0

const programs: readonly Program[] = [
  { name: 'nginx', command: 'nginx', isHere: isHere('nginx') },
  { name: 'Caddy', command: 'caddy', isHere: isHere('caddy', 'version') },
  { name: 'PgBouncer', command: 'pgbouncer', isHere: isHere('pgbouncer') },
]

/** That of the setup. */
interface Progress {
  step: <Result>(
    name: string,
    work: () => Promise<Result>,
    isGood: (result: Result) => boolean,
  ) => Promise<Result>
}

/** Installs the programs that are missing. Returns why tests cannot run, for each that still is. */
export async function installPrograms(
  progress: Progress,
  known: readonly Program[] = programs,
  install: (packages: readonly string[]) => Promise<void> = installPackages,
): Promise<string[]> {
  const isMissing = (program: Program) => !program.isHere()
  const missing = known.filter(isMissing)
  if (missing.length === 0) return []
  await progress.step(
    `Installing ${missing.map(({ name }) => name).join(' and ')}`,
    () => install(missing.map(({ command }) => command)).catch(() => {}),
    () => !missing.some(isMissing),
  )
  return missing
    .filter(isMissing)
    .map(
      ({ name, command }) =>
        `There is no ${name} on this machine, so its tests did not run. On Debian or Ubuntu, run: ${installCommand([command])}`,
    )
}
