import { oneLine } from '../printable/printable.ts'

/** `skip` means that this machine cannot check it; the finding says why. */
export type Status = 'ok' | 'warn' | 'FAIL' | 'skip'

export interface Finding {
  status: Status
  what: string
  /** What to do. For `skip`, the reason why it was not checked. Null for `ok`. */
  todo: string | null
}

export const ok = (what: string): Finding => ({ status: 'ok', what, todo: null })
export const warn = (what: string, todo: string): Finding => ({ status: 'warn', what, todo })
export const fail = (what: string, todo: string): Finding => ({ status: 'FAIL', what, todo })
export const skip = (what: string, todo: string): Finding => ({ status: 'skip', what, todo })

export function formatFinding({ status, what, todo }: Finding): string {
  return `${status.padEnd(4)}  ${oneLine(todo === null ? what : `${what}: ${todo}`)}`
}
