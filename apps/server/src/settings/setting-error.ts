import type { BaseIssue } from 'valibot'

/** An invalid setting, with the name that an operator knows. The message never contains the value. */
export interface SettingError {
  key: string
  message: string
}

/** A rule for several settings. It is checked only if each setting that it reads is valid separately. */
export interface Rule<Given> {
  reads: readonly (keyof Given & string)[]
  /** The setting that the operator has to change. */
  key: string
  message: string
  isBroken: (given: Given) => boolean
}

/** @param errors the errors of single settings */
export function brokenRules<Given>(
  rules: readonly Rule<Given>[],
  given: Given,
  errors: readonly SettingError[],
): SettingError[] {
  const invalid = new Set(errors.map(({ key }) => key))
  return rules
    .filter(({ reads, isBroken }) => !reads.some((key) => invalid.has(key)) && isBroken(given))
    .map(({ key, message }) => ({ key, message }))
}

/**
 * Finds variables that are no settings. Most are spelling mistakes, which would otherwise leave a setting at
 * its default without a message.
 */
export function unknownVariables(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): SettingError[] {
  return Object.keys(environment)
    .filter((key) => key.startsWith('FOYER_') && !known.includes(key))
    .map((key) => ({ key, message: 'is not a setting' }))
}

export function toSettingError(issue: BaseIssue<unknown>): SettingError {
  const message = issue.received === 'undefined' ? 'is missing' : issue.message
  return { key: String(issue.path?.[0].key), message }
}
