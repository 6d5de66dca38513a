import type { BaseIssue } from 'valibot'

/** A setting that cannot be used, named so that an operator finds it. The value itself is never repeated. */
export interface Fault {
  key: string
  message: string
}

export function toFault(issue: BaseIssue<unknown>): Fault {
  const message = issue.received === 'undefined' ? 'is missing' : issue.message
  return { key: String(issue.path?.[0].key), message }
}
