import { useTranslation } from 'react-i18next'
import type { Failure } from '../../errors/failure.ts'
import { Button } from '../../ui/button.tsx'

interface FailureScreenProps {
  failure: Failure
  /** The page's own address, to open where signing in is possible. */
  address: string
  /** Where a fresh request comes from; null while there is no config. */
  applicationUrl: string | null
  onTryAgain: () => void
  onSignOut: () => void
}

const labels = {
  retry: 'action.retry',
  restart: 'action.restart',
  options: 'action.options',
  contact: 'action.options',
  application: 'action.application',
  product: 'action.application',
} as const

/** The ways on from a failure; its words stand above, in the live region. */
export function FailureScreen(props: FailureScreenProps) {
  const { t } = useTranslation('errors')
  const { failure, applicationUrl } = props
  const hasFirstWay = failure.action !== 'application' && failure.action !== 'product'
  return (
    <div className="ways">
      {hasFirstWay && <FirstWay {...props} />}
      {applicationUrl !== null && (
        <a className={`button button-${hasFirstWay ? 'plain' : 'primary'}`} href={applicationUrl}>
          {t('action.application')}
        </a>
      )}
    </div>
  )
}

function FirstWay({ failure, address, onTryAgain, onSignOut }: FailureScreenProps) {
  const { t } = useTranslation('errors')
  if (failure.key === 'FRAMED') {
    return (
      <a className="button button-primary" href={address} target="_blank" rel="noopener noreferrer">
        {t('action.newWindow')}
      </a>
    )
  }
  if (failure.key === 'SENT_BACK') {
    return (
      <Button look="primary" onClick={onSignOut}>
        {t('action.signOut')}
      </Button>
    )
  }
  return (
    <Button look="primary" onClick={onTryAgain}>
      {t(labels[failure.action])}
    </Button>
  )
}
