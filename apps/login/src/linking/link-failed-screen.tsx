import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import { Button } from '../ui/button.tsx'

/** What was not done stands above, in the live region; the sign-in goes on all the same. */
export function LinkFailedScreen({ run }: { run: RunCommand }) {
  const { t } = useTranslation('sign-in')
  return (
    <div className="ways">
      <Button look="primary" onClick={() => run('goOn')}>
        {t('linkFailed.goOn')}
      </Button>
    </div>
  )
}
