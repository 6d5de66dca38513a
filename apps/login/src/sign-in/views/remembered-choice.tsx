import { useTranslation } from '../../language/use-translation.tsx'
import { Button } from '../../ui/button.tsx'
import { Initial } from '../../ui/initial.tsx'
import { Sentence } from '../../ui/sentence.tsx'
import type { RememberedAccount } from '../last-account.ts'

interface RememberedChoiceProps {
  account: RememberedAccount
  isBusy: boolean
  isIdle: boolean
  onContinue: () => void
  onForget: () => void
}

/** The account used last, which continues with one press, and the way to another one. */
export function RememberedChoice(props: RememberedChoiceProps) {
  const { account, isBusy, isIdle, onContinue, onForget } = props
  const { name, email } = account
  const { t } = useTranslation('sign-in')
  return (
    <div className="remembered">
      <Button
        icon={<Initial name={name} />}
        kind="primary"
        isBusy={isBusy}
        isIdle={isIdle}
        onClick={onContinue}
      >
        <span className="remembered-name">
          <Sentence text={t('signIn.continueAs', { name })} literal={name} />
        </span>
        {name !== email && (
          <>
            {' '}
            <bdi className="remembered-email" translate="no">
              {email}
            </bdi>
          </>
        )}
      </Button>
      <Button kind="quiet" isIdle={isIdle} onClick={onForget}>
        {t('signIn.otherAccount')}
      </Button>
    </div>
  )
}
