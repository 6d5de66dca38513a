import { useTranslation } from '../language/use-translation.tsx'
import type { Failure } from '../errors/failure.ts'
import type { RunCommand } from '../sign-in/commands.ts'
import { Button } from '../ui/button.tsx'
import { useSecondsUntil } from '../ui/use-seconds-until.ts'
import { ApplicationLink } from './application-link.tsx'

interface FailureActionsProps {
  failure: Failure
  /** The URL that creates a new request, or null if the screen has its own link there. */
  applicationUrl: string | null
  productName: string | undefined
  run: RunCommand
}

/** The actions for a failure that is shown beside the screen's own choices. */
export function FailureActions(props: FailureActionsProps) {
  const { failure, applicationUrl, productName, run } = props
  const { t } = useTranslation('errors')
  const { action, canRetry, retryAt } = failure
  const isTooEarly = useSecondsUntil(retryAt) > 0
  if (canRetry) {
    return (
      <div className="ways">
        <Button isIdle={isTooEarly} onClick={() => run('retry')}>
          {t(action === 'restart' ? 'action.restart' : 'action.retry')}
        </Button>
      </div>
    )
  }
  const needsApplication = action === 'application' || action === 'product'
  if (!needsApplication || applicationUrl === null) return null
  return (
    <div className="ways">
      <ApplicationLink url={applicationUrl} productName={productName} kind="plain" />
    </div>
  )
}
