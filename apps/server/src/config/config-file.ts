import { parseJsonFile } from '@foyer/contract/json-file'
import * as v from 'valibot'
import { localOnlyRules } from '../settings/mode-settings.ts'
import type { SettingError } from '../settings/setting-error.ts'

export type Json = Record<string, unknown>

/** Keys that come from the environment. The file must not contain them. */
const setByEnvironment = {
  apiKey: 'FOYER_API_KEY',
  authDomain: 'FOYER_AUTH_DOMAIN',
  productURL: 'FOYER_PRODUCT_URL',
  functionUrl: 'FOYER_FUNCTION_URL',
  emulatorUrl: 'FOYER_EMULATOR_URL',
}

/** They are validated with the document, by its schema. */
export const configEnvironment = {
  FOYER_CONFIG_FILE: v.optional(v.string()),
  FOYER_POLICY_FILE: v.optional(v.string()),
  FOYER_API_KEY: v.optional(v.string()),
  FOYER_AUTH_DOMAIN: v.optional(v.string()),
  FOYER_PRODUCT_URL: v.optional(v.string()),
  FOYER_FUNCTION_URL: v.optional(v.string()),
  FOYER_EMULATOR_URL: v.optional(v.string()),
}

/** An emulator signs in anyone who asks. */
export const configRules = localOnlyRules(['FOYER_EMULATOR_URL'])

/** The name of the setting where an operator finds a key of the config document. */
export function settingOf(key: string): string {
  return Object.entries(setByEnvironment).find(([name]) => name === key)?.[1] ?? inFile(key)
}

export function parseConfigFile(text: string): { document: Json; errors: SettingError[] } {
  const parsed = parseJsonFile(text)
  if (!parsed.ok) return unusable(`is not valid: ${parsed.error}`)
  const { document } = parsed
  if (!isObject(document) || Array.isArray(document)) return unusable('must hold a JSON object')
  const errors = Object.entries(setByEnvironment)
    .filter(([key]) => Object.hasOwn(document, key))
    .map(([key, setting]) => ({ key: inFile(key), message: `is set by ${setting} alone` }))
  return { document, errors }
}

/** Keys of the file that are not in the schema. Most are spelling mistakes, so the server does not start. */
export function unreadKeys(given: unknown, read: unknown, path = ''): SettingError[] {
  if (!isObject(given) || !isObject(read)) return []
  return Object.keys(given).flatMap((key) => {
    const keyPath = path === '' ? key : `${path}.${key}`
    return Object.hasOwn(read, key)
      ? unreadKeys(given[key], read[key], keyPath)
      : [{ key: inFile(keyPath), message: 'is not a known key: docs/deploy.md lists them' }]
  })
}

const unusable = (message: string) => ({ document: {}, errors: [{ key: inFile(''), message }] })

function inFile(key: string): string {
  return key === '' ? 'FOYER_CONFIG_FILE' : `FOYER_CONFIG_FILE (${key})`
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}
