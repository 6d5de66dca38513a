import { useState } from 'react'
import type { Failure } from '../errors/failure.ts'
import { useTranslation } from '../language/use-translation.tsx'
import { FailureMessage } from './failure-message.tsx'
import type { Copying } from './reference.tsx'

interface AlertProps {
  failure: Failure | null
  /** A message that replaces the general one of the failure. */
  message?: string | undefined
}

/** It is rendered before there is a failure, so that a screen reader announces the message (AX-01). */
export function Alert({ failure, message }: AlertProps) {
  const { t } = useTranslation('errors')
  const [copying, setCopying] = useState<{ of: Failure; result: Copying } | null>(null)
  return (
    <>
      <div role="alert" className="alert">
        {failure && (
          <FailureMessage
            key={failure.reference}
            failure={failure}
            message={message}
            onCopy={(result) => setCopying({ of: failure, result })}
          />
        )}
      </div>
      {failure && (
        <output className="visually-hidden">{copying?.of === failure && t(copying.result)}</output>
      )}
    </>
  )
}
