import { readFileSync } from 'node:fs'
import { parseSettings, type Settings } from '../settings.ts'

export type Environment = Record<string, string | undefined>

export interface Command {
  summary: string
  help: string
  /**
   * Resolves to the exit code. Throws a `UsageError` for invalid arguments.
   *
   * @param print writes a result
   * @param warn writes what the operator must know about the result, and a program that reads it need not
   */
  run(
    args: string[],
    environment: Environment,
    print: (text: string) => void,
    warn: (text: string) => void,
  ): Promise<number>
}

/** An error that the operator can fix. Only its message is shown. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export function settingsOf(environment: Environment): Settings {
  const parsed = parseSettings(environment, (path) => readFileSync(path, 'utf8'))
  if (parsed.ok) return parsed.settings
  const errors = parsed.errors.map(({ key, message }) => `  ${key} ${message}`)
  throw new UsageError(`The settings of the server are needed here too:\n${errors.join('\n')}`)
}
