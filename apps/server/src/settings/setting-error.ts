import type { BaseIssue } from 'valibot'

/** A setting that cannot be used, named so that an operator finds it. The value itself is never repeated. */
export interface SettingError {
  key: string
  message: string
}

/** A rule between settings. It is checked when each setting that it reads is right by itself. */
export interface Rule<Given> {
  reads: readonly (keyof Given & string)[]
  /** The setting that the operator has to change. */
  key: string
  message: string
  isBroken: (given: Given) => boolean
}

/** @param errors what is wrong with single settings */
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

/** Nearly always a misspelling, which would leave a setting at its default without a word. */
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
