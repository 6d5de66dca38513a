import { useTranslation } from '../language/use-translation.tsx'
import type { Failure } from '../errors/failure.ts'
import { Sentence } from '../ui/sentence.tsx'
import { FailureContact, StatusLink } from './help.tsx'
import { Reference } from './reference.tsx'
import type { Copying } from './reference.tsx'
import { Wait } from './wait.tsx'

interface FailureMessageProps {
  failure: Failure
  message?: string | undefined
  onCopy: (result: Copying) => void
}

/** The message of a failure, and the reference for support. */
export function FailureMessage({ failure, message, onCopy }: FailureMessageProps) {
  const { t } = useTranslation('errors')
  const { key, reference, refusal, retryAt, account, rejected } = failure
  const host = failure.host ?? window.location.hostname
  return (
    <>
      <p>
        {message === undefined ? (
          <Sentence text={t(key, { host, ...account })} literal={account?.email ?? host} />
        ) : (
          <span>{message}</span>
        )}
        <StatusLink errorKey={key} />
      </p>
      {retryAt !== undefined && <Wait key={retryAt} until={retryAt} />}
      <FailureContact errorKey={key} reference={reference} />
      {/* The details of a rejection have the reference, and a button that copies everything. */}
      {!rejected && (
        <div className="reference">
          {refusal !== undefined && (
            // The specified message, which is the same in every language.
            <p lang="en" translate="no">
              {refusal.namesHost ? `${refusal.message}${host}` : refusal.message}
            </p>
          )}
          <Reference reference={reference} onCopy={onCopy} />
        </div>
      )}
    </>
  )
}
