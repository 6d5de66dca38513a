import { readFileSync } from 'node:fs'
import { parsePolicyFile, type AccessPolicy } from '@foyer/contract/access-policy'
import * as v from 'valibot'

/** The path of a JSON file with the access policy. */
export const policyFile = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): AccessPolicy => {
    const text = readText(dataset.value)
    if (text === undefined) {
      addIssue({ message: 'must be a readable file' })
      return NEVER
    }
    const parsed = parsePolicyFile(text)
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
