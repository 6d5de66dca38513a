import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import { Button } from '../ui/button.tsx'

/** The message is above, in the live region. The sign-in continues without the link. */
export function LinkFailedScreen({ run }: { run: RunCommand }) {
  const { t } = useTranslation('sign-in')
  return (
    <div className="ways">
      <Button kind="primary" onClick={() => run('goOn')}>
        {t('linkFailed.goOn')}
      </Button>
    </div>
  )
}
