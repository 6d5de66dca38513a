import { useTranslation } from '../../language/use-translation.tsx'
import { Button } from '../../ui/button.tsx'

interface ArrivedLinkScreenProps {
  isBusy: boolean
  onSignIn: () => void
  /** Where a user goes who does not want to sign in by the link. */
  applicationUrl: string | null
}

/** Whom the press signs in is said above, in the lead. */
export function ArrivedLinkScreen({ isBusy, onSignIn, applicationUrl }: ArrivedLinkScreenProps) {
  const { t } = useTranslation('sign-in-link')
  return (
    <div className="ways">
      <Button look="primary" isBusy={isBusy} isIdle={isBusy} onClick={onSignIn}>
        {t('arrived.signIn')}
      </Button>
      {applicationUrl !== null && (
        <a className="button button-quiet" href={applicationUrl}>
          {t('arrived.cancel')}
        </a>
      )}
      <output className="visually-hidden">{isBusy && t('arrived.signingIn')}</output>
    </div>
  )
}
