import type { Failure } from '../errors/failure.ts'
import { FailureMessage } from './failure-message.tsx'

interface AlertProps {
  failure: Failure | null
  /** Where the general words for the failure would be wrong. */
  words?: string | undefined
}

/** Is there before any failure is, so that a screen reader announces it (AX-01). */
export function Alert({ failure, words }: AlertProps) {
  return (
    <div role="alert" className="alert">
      {failure && <FailureMessage failure={failure} words={words} />}
    </div>
  )
}
