import { useTranslation } from '../../language/use-translation.tsx'
import { Button } from '../../ui/button.tsx'
import { Sentence } from '../../ui/sentence.tsx'

interface ConfirmAccountScreenProps {
  /** Of the account that is signed in; null when it has none. */
  email: string | null
  keep: () => void
  change: () => void
}

export function ConfirmAccountScreen({ email, keep, change }: ConfirmAccountScreenProps) {
  const { t } = useTranslation('sign-in')
  return (
    <div className="ways">
      <Button look="primary" onClick={keep}>
        {email === null ? (
          t('confirmAccount.keepCurrent')
        ) : (
          <Sentence text={t('confirmAccount.keep', { email })} literal={email} />
        )}
      </Button>
      <Button onClick={change}>{t('confirmAccount.change')}</Button>
    </div>
  )
}
