import { readGiven, type Environment } from './given-settings.ts'
import { readSettings, type Settings } from './settings.ts'

/** What a reload changes in a running gate. Everything else is built once from its settings. */
const reloadable = new Set([
  'tenants',
  'tenants-file',
  'policy-file',
  'log-level',
  'product-name',
  'logo',
  'accent',
  'help-contact',
  'drain-seconds',
  'stop-seconds',
])

export interface Reload {
  settings: Settings
  /** Names of settings that were changed but need a restart. */
  needRestart: string[]
}

/**
 * Reads the settings again. Flags and variables cannot change in a running process, but the settings file and the files
 * that settings name can. Throws like `readSettings`.
 */
export function createReloader(
  args: readonly string[],
  environment: Environment,
  settings: Settings,
): () => Reload {
  const { given } = readGiven(args, environment)
  return () => {
    const next = readSettings(args, environment)
    const { given: now } = readGiven(args, environment)
    const changed = Object.keys(now).filter((name) => now[name] !== given[name])
    const isUrlChanged = next.databaseUrl !== settings.databaseUrl
    if (isUrlChanged && !changed.some((name) => name.startsWith('database-url'))) {
      changed.push('database-url-file')
    }
    return { settings: next, needRestart: changed.filter((name) => !reloadable.has(name)) }
  }
}
