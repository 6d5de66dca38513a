import { useTranslation } from '../../language/use-translation.tsx'
import { Button } from '../../ui/button.tsx'

/** What was not done stands above, in the live region; the sign-in goes on all the same. */
export function LinkFailedScreen({ goOn }: { goOn: () => void }) {
  const { t } = useTranslation('sign-in')
  return (
    <div className="ways">
      <Button look="primary" onClick={goOn}>
        {t('linkFailed.goOn')}
      </Button>
    </div>
  )
}
