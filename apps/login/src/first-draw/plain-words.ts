import type { i18n } from 'i18next'
import type { Language } from '../language/choose-language.ts'

/** Files of words by their name. */
export type WordFiles = Readonly<Record<string, object>>

/** As much of i18next as the first drawing speaks with: keys of files, with no plural and no grammar. */
export function plainWords(language: Language, files: WordFiles): i18n {
  const find = (file: string, key: string): unknown =>
    key
      .split('.')
      .reduce<unknown>(
        (found, part) => (found instanceof Object ? Reflect.get(found, part) : undefined),
        files[file],
      )
  const words = {
    language,
    getFixedT:
      (_language: Language, [first = '']: readonly string[]) =>
      (key: string, values: Readonly<Record<string, unknown>> = {}): string => {
        const [name = '', file = first] = key.split(':').toReversed()
        const text = find(file, name)
        return typeof text === 'string'
          ? text.replace(/\{\{(\w+)\}\}/g, (_place, value: string) => String(values[value]))
          : key
      },
    hasResourceBundle: (_language: Language, file: string) => Object.hasOwn(files, file),
    on() {},
    off() {},
  }
  return words as unknown as i18n
}
