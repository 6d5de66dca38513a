import { readFileSync } from 'node:fs'
import { parseAccessPolicy, type AccessPolicy } from '@foyer/contract/access-policy'
import * as v from 'valibot'

/** The path of a JSON file with the access policy. */
export const policyFile = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): AccessPolicy => {
    const document = readJson(dataset.value)
    if (document === undefined) {
      addIssue({ message: 'must be a readable JSON file' })
      return NEVER
    }
    const parsed = parseAccessPolicy(document.value)
    if (parsed.ok) return parsed.policy
    for (const error of parsed.errors) addIssue({ message: `is not valid: ${error}` })
    return NEVER
  }),
)

function readJson(path: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(readFileSync(path, 'utf8')) as unknown }
  } catch {
    return undefined
  }
}
