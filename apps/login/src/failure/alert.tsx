import type { Failure } from '../errors/failure.ts'
import { FailureMessage } from './failure-message.tsx'

interface AlertProps {
  failure: Failure | null
  /** A message that replaces the general one of the failure. */
  message?: string | undefined
}

/** It is rendered before there is a failure, so that a screen reader announces the message (AX-01). */
export function Alert({ failure, message }: AlertProps) {
  return (
    <div role="alert" className="alert">
      {failure && <FailureMessage failure={failure} message={message} />}
    </div>
  )
}
