import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { LinkStep } from '../sign-in/screen.ts'
import { AddressForm } from '../ui/address-form.tsx'
import { Button } from '../ui/button.tsx'
import { SentEmail } from '../ui/sent-email.tsx'

interface LinkStepsProps {
  step: LinkStep
  isBusy: boolean
  run: RunCommand
}

export function LinkSteps({ step, isBusy, run }: LinkStepsProps) {
  const { t } = useTranslation('sign-in-link')
  return (
    <>
      {step.name === 'linkAddress' ? (
        <AddressStep key={step.attempt} step={step} isBusy={isBusy} run={run} />
      ) : (
        <SentStep step={step} isBusy={isBusy} run={run} />
      )}
      <Button kind="quiet" onClick={() => run('backToMethods')}>
        {t('back')}
      </Button>
    </>
  )
}

interface StepProps {
  isBusy: boolean
  run: RunCommand
}

interface AddressStepProps extends StepProps {
  step: Extract<LinkStep, { name: 'linkAddress' }>
}

interface SentStepProps extends StepProps {
  step: Extract<LinkStep, { name: 'linkSent' }>
}

function AddressStep({ step, isBusy, run }: AddressStepProps) {
  const { t } = useTranslation('sign-in-link')
  return (
    <AddressForm
      typed={step.typed}
      error={step.error === null ? undefined : t(`address.${step.error}`)}
      isBusy={isBusy}
      label={t('address.email')}
      placeholder={t('address.placeholder')}
      send={t('address.send')}
      sending={t('address.sending')}
      onSend={(typed) => run('sendLink', typed)}
    />
  )
}

function SentStep({ step, isBusy, run }: SentStepProps) {
  const { t } = useTranslation('sign-in-link')
  const { email, resendAt, mails } = step
  return (
    <SentEmail
      email={email}
      mails={mails}
      resendAt={resendAt}
      isBusy={isBusy}
      sent={t('sent.lead', { email })}
      change={t('sent.change')}
      changeName={t('sent.changeEmail')}
      hint={t('sent.hint')}
      again={t('sent.again')}
      wait={(count) => t('sent.againIn', { count })}
      ready={t('sent.againNow')}
      sending={t('address.sending')}
      onChange={() => run('stepBack')}
      onAgain={() => run('sendLinkAgain')}
    />
  )
}
