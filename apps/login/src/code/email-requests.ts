import { parseEmailAddress } from '@foyer/contract/email-address'
import type { TenantNote } from '../browser/tenant-note.ts'

interface EmailRequest {
  id: string
  tenantId: string | null
  email: string
  /** When another email may be requested, in milliseconds since the epoch. */
  resendAt: number
}

/** How long after an email another one may be requested. As for a text message. The server has its own limit. */
export const resendMs = 60_000

/** The last request for an email with a code, or a link that shows one. */
export interface EmailRequests<Request extends EmailRequest> {
  /** The request whose code may be entered. */
  current: () => Request | null
  /** Continues with the request before a reload. */
  recall: (tenantId: string | null) => Request | null
  keep: (request: Request) => void
  forget: () => void
  /** Forgets the request for good: its code is of no use any more. */
  end: () => void
  /** Returns the answer to a code, which is of no use afterwards unless it was wrong. */
  answered: <Answer extends { status: string }>(answer: Answer) => Answer
  /** The user goes back to the address. */
  leave: () => void
  /**
   * Continues with the request that the user has left, if its email has just been sent to this address: another one would
   * end its code.
   */
  returnTo: (email: string) => Request | null
}

export function createEmailRequests<Request extends EmailRequest>(
  note: TenantNote<Request>,
  now: () => number,
): EmailRequests<Request> {
  let current: Request | null = null
  let left: Request | null = null
  let endedId: string | undefined

  function keep(request: Request): void {
    current = request
    note.keep(request)
  }

  function forget(): void {
    current = null
    note.forget()
  }

  function noteEnd(): void {
    if (current) endedId = current.id
  }

  return {
    current: () => current,
    recall(tenantId) {
      current = note.recall(tenantId)
      return current
    },
    keep,
    forget,
    end() {
      noteEnd()
      forget()
    },
    answered(answer) {
      if (answer.status === 'wrong') return answer
      noteEnd()
      // A reload must not return to its code.
      note.forget()
      return answer
    },
    leave() {
      left = current
      forget()
    },
    returnTo(email) {
      if (left?.email !== email || left.id === endedId || left.resendAt <= now()) return null
      keep(left)
      return left
    },
  }
}

/** The email address that was typed, or what is wrong with it. */
export function readAddress(
  text: string,
): { email: string } | { email: null; error: 'required' | 'invalid' } {
  const email = parseEmailAddress(text)
  if (email !== null) return { email }
  return { email, error: text.trim() === '' ? 'required' : 'invalid' }
}
