import type { SettingError } from './setting-error.ts'

/** The settings whose value may be in a file instead, named by the variable with `_FILE` at its end. */
const secrets = [
  'DATABASE_URL',
  'FOYER_SIGNING_KEY',
  'FOYER_PARTNER_KEYS',
  'FOYER_MAIL_URL',
  'FOYER_PROVISIONING_KEY',
]

type Environment = Record<string, string | undefined>

/**
 * Replaces each variable that names a file by the secret in that file. Containers and shells use an empty variable for
 * "not set". An empty file is a mistake: without its secret, the server would run with less than it was given.
 */
export function readSecretFiles(
  given: Environment,
  readFile: (path: string) => string,
): { environment: Environment; errors: SettingError[] } {
  const environment = withoutEmpty(given)
  const errors: SettingError[] = []
  for (const name of secrets) {
    const key = `${name}_FILE`
    const path = environment[key]
    delete environment[key]
    if (path === undefined) continue
    if (environment[name] !== undefined) {
      errors.push({ key, message: `must not be set together with ${name}` })
    }
    try {
      const secret = readFile(path).trim()
      if (secret === '') errors.push({ key, message: 'names an empty file' })
      else environment[name] = secret
    } catch {
      errors.push({ key, message: 'cannot be read' })
    }
  }
  return { environment, errors }
}

const withoutEmpty = (given: Environment): Environment =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
