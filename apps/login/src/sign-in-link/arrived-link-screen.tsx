import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import { Button } from '../ui/button.tsx'

interface ArrivedLinkScreenProps {
  isBusy: boolean
  run: RunCommand
  /** The URL for a user who does not want to sign in with the link. */
  applicationUrl: string | null
}

/** The lead above says who will be signed in. */
export function ArrivedLinkScreen({ isBusy, run, applicationUrl }: ArrivedLinkScreenProps) {
  const { t } = useTranslation('sign-in-link')
  return (
    <div className="ways">
      <Button kind="primary" isBusy={isBusy} isIdle={isBusy} onClick={() => run('useLink')}>
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
