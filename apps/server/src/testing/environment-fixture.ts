import { parseSettings } from '../settings.ts'

/** The smallest environment for a production start. */
export const minimalEnvironment = {
  FOYER_PUBLIC_URL: 'https://login.example.com',
  FOYER_API_KEY: 'AIzaSyDEMO-only_not_a_real_key_0000000a',
  FOYER_AUTH_DOMAIN: 'demo-proj.firebaseapp.com',
  FOYER_PRODUCT_URL: 'https://app.corp.example/',
  FOYER_FUNCTION_URL: '/function/link',
}

export const localEnvironment = {
  ...minimalEnvironment,
  FOYER_MODE: 'local',
  FOYER_PUBLIC_URL: 'http://localhost:4000',
  FOYER_AUTH_DOMAIN: 'localhost',
}

/** The names of the invalid settings, each once. */
export function invalidKeys(environment: Record<string, string>): string[] {
  const parsed = parseSettings(environment, () => '{}')
  return parsed.ok ? [] : [...new Set(parsed.errors.map(({ key }) => key))]
}
