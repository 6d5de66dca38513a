import { useTranslation } from '../language/use-translation.tsx'
import type { Failure } from '../errors/failure.ts'
import type { RunCommand } from '../sign-in/commands.ts'
import { Button } from '../ui/button.tsx'
import { useSecondsUntil } from '../ui/use-seconds-until.ts'
import { ApplicationLink } from './application-link.tsx'

interface FailureScreenProps {
  failure: Failure
  /** The URL that creates a new request, or null if there is no config. */
  applicationUrl: string | null
  productName: string | undefined
  run: RunCommand
}

const labels = {
  retry: 'action.retry',
  reload: 'action.retry',
  restart: 'action.restart',
  options: 'action.options',
  contact: 'action.options',
} as const

/** The actions for a failure. Its message is above them, in the live region. */
export function FailureScreen(props: FailureScreenProps) {
  const { failure, applicationUrl, productName, run } = props
  const { t } = useTranslation('errors')
  const { action } = failure
  const isTooEarly = useSecondsUntil(failure.retryAt) > 0
  const isFreshRequestAll = action === 'application' || action === 'product'
  return (
    <div className="ways">
      {action === 'newWindow' && (
        <a
          className="button button-primary"
          href={window.location.href}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('action.newWindow')}
        </a>
      )}
      {failure.key === 'SECOND_FACTOR' && action === 'signOut' && (
        <a className="button button-primary" href={reauthenticationUrl()}>
          {t('action.signInAgain')}
        </a>
      )}
      {action === 'signOut' && (
        <Button
          kind={failure.key === 'SECOND_FACTOR' ? 'plain' : 'primary'}
          onClick={() => run('signOut')}
        >
          {t('action.signOut')}
        </Button>
      )}
      {action in labels && (
        <Button kind="primary" isIdle={isTooEarly} onClick={() => run('retry')}>
          {t(labels[action as keyof typeof labels])}
        </Button>
      )}
      {applicationUrl !== null && (
        <ApplicationLink
          url={applicationUrl}
          productName={productName}
          kind={isFreshRequestAll ? 'primary' : 'plain'}
        />
      )}
    </div>
  )
}

/** The same request, which now asks for the account again. A user without a second factor adds one then. */
function reauthenticationUrl(): string {
  const parameters = new URLSearchParams(window.location.search)
  parameters.set('mode', 'reauth')
  return `/?${parameters}`
}
