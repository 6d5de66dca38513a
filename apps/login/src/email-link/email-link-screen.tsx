import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { EmailLinkStep } from '../sign-in/email-link-step.ts'
import { AddressForm } from '../ui/address-form.tsx'
import { Button } from '../ui/button.tsx'
import { WaitingCode } from './waiting-code.tsx'

interface EmailLinkScreenProps {
  step: EmailLinkStep
  isBusy: boolean
  run: RunCommand
}

/** The steps of the method `emailLink`. */
export function EmailLinkScreen({ step, isBusy, run }: EmailLinkScreenProps) {
  const { t } = useTranslation('email-link')
  return (
    <>
      {step.name === 'emailLink' ? (
        <Address key={step.attempt} step={step} isBusy={isBusy} run={run} />
      ) : (
        <WaitingCode step={step} isBusy={isBusy} run={run} />
      )}
      <Button kind="quiet" onClick={() => run('backToMethods')}>
        {t('back')}
      </Button>
    </>
  )
}

interface AddressProps {
  step: Extract<EmailLinkStep, { name: 'emailLink' }>
  isBusy: boolean
  run: RunCommand
}

function Address({ step, isBusy, run }: AddressProps) {
  const { t } = useTranslation('email-link')
  return (
    <AddressForm
      typed={step.typed}
      error={step.error === null ? undefined : t(`address.${step.error}`)}
      isBusy={isBusy}
      label={t('address.email')}
      placeholder={t('address.placeholder')}
      send={t('address.send')}
      sending={t('address.sending')}
      onSend={(typed) => run('sendEmailLink', typed)}
    />
  )
}
