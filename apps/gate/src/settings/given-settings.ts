import { readFileSync } from 'node:fs'
import * as util from 'node:util'
import {
  readFlags,
  settingNames,
  unknownVariables,
  variableOf,
  type Environment,
} from './setting-names.ts'

export type { Environment } from './setting-names.ts'

/** The text of each setting as it was given: as a flag, as a variable, or in the settings file, in this order. */
export function readGiven(args: readonly string[], environment: Environment) {
  const mistakes = unknownVariables(environment)
  const flags = readFlags(args, mistakes)
  const path = flags.get('settings-file') ?? environment[variableOf('settings-file')]
  const fromFile = path ? readSettingsFile(path, mistakes) : {}
  const given: Record<string, string | undefined> = {}
  for (const name of settingNames) {
    const variable = variableOf(name)
    given[name] = flags.get(name) ?? (environment[variable] || fromFile[variable] || undefined)
  }
  return { given, mistakes }
}

function readSettingsFile(path: string, mistakes: string[]): Environment {
  const setting = '--settings-file / GATE_SETTINGS_FILE'
  try {
    const rows = readFileSync(path, 'utf8').split('\n')
    const isComplete = (row: string) => /^[ \t\r]*(?:#|$)|=/.test(row)
    // Node would leave such a line out, or take it for a part of the next name.
    for (const [at, row] of rows.entries())
      if (!isComplete(row)) mistakes.push(`${setting}: line ${at + 1} has no =`)
    const lines = util.parseEnv(rows.filter(isComplete).join('\n')) as Environment
    const foreign = Object.keys(lines).filter((name) => !name.startsWith('GATE_'))
    for (const name of [
      ...foreign.map((name) => `${name} is not a setting`),
      ...unknownVariables(lines),
    ])
      mistakes.push(`${setting}: ${name}`)
    return lines
  } catch {
    mistakes.push(`${setting} must be a readable file`)
    return {}
  }
}
