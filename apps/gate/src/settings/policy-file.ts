import { readFileSync } from 'node:fs'
import { parsePolicyFile, type AccessPolicy } from '@foyer/contract/access-policy'
import * as v from 'valibot'

/** The path of a JSON file with the access policy. */
export const policyFile = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): AccessPolicy => {
    const text = readText(dataset.value)
    const parsed = text === undefined ? null : parsePolicyFile(text)
    if (parsed === null) {
      addIssue({ message: 'must be a readable JSON file' })
      return NEVER
    }
    if (parsed.ok) return parsed.policy
    for (const error of parsed.errors) addIssue({ message: `is not valid: ${error}` })
    return NEVER
  }),
)

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
