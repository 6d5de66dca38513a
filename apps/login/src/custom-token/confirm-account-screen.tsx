import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { NamedAccount } from '../sign-in/screen.ts'
import { Button } from '../ui/button.tsx'
import { Sentence } from '../ui/sentence.tsx'

interface ConfirmAccountScreenProps {
  /** The signed-in account, or null. */
  current: NamedAccount | null
  /** The account that the link would sign in. */
  other: NamedAccount
  run: RunCommand
}

export function ConfirmAccountScreen({ current, other, run }: ConfirmAccountScreenProps) {
  const { t } = useTranslation('sign-in-link')
  if (current === null) {
    return (
      <div className="ways">
        <Button kind="primary" onClick={() => run('changeAccount')}>
          <AccountText account={other} named="keep" unnamed="accept" />
        </Button>
        <Button onClick={() => run('keepAccount')}>{t('confirmAccount.refuse')}</Button>
      </div>
    )
  }
  return (
    <div className="ways">
      <Button kind="primary" onClick={() => run('keepAccount')}>
        <AccountText account={current} named="keep" unnamed="keepCurrent" />
      </Button>
      <Button onClick={() => run('changeAccount')}>
        <AccountText account={other} named="change" unnamed="changeUnnamed" />
      </Button>
    </div>
  )
}

interface AccountTextProps {
  account: NamedAccount
  /** The message keys of the button for an account with a name, and for one without. */
  named: 'keep' | 'change'
  unnamed: 'accept' | 'keepCurrent' | 'changeUnnamed'
}

function AccountText({ account: { label, company }, named, unnamed }: AccountTextProps) {
  const { t } = useTranslation('sign-in-link')
  const name =
    label !== null && company !== null
      ? t('confirmAccount.ofCompany', { account: label, company })
      : (label ?? company)
  if (name === null) return t(`confirmAccount.${unnamed}`)
  return <Sentence text={t(`confirmAccount.${named}`, { account: name })} literal={name} />
}
