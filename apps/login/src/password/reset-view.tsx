import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { PasswordStep } from '../sign-in/screen.ts'
import { AddressForm } from '../ui/address-form.tsx'
import { SentEmail } from '../ui/sent-email.tsx'

type ResetStep = Exclude<PasswordStep, { name: 'password' }>

interface StepProps<Step> {
  step: Step
  isBusy: boolean
  run: RunCommand
}

export function ResetSteps({ step, isBusy, run }: StepProps<ResetStep>) {
  return step.name === 'reset' ? (
    <AddressStep key={step.attempt} step={step} isBusy={isBusy} run={run} />
  ) : (
    <SentStep step={step} isBusy={isBusy} run={run} />
  )
}

function AddressStep({ step, isBusy, run }: StepProps<Extract<ResetStep, { name: 'reset' }>>) {
  const { t } = useTranslation('password')
  return (
    <AddressForm
      typed={step.typed}
      error={step.error === null ? undefined : t(step.error)}
      isBusy={isBusy}
      label={t('email')}
      placeholder={t('placeholder')}
      send={t('send')}
      sending={t('sending')}
      onSend={(typed) => run('sendReset', typed)}
      autoComplete="username"
    />
  )
}

function SentStep({ step, isBusy, run }: StepProps<Extract<ResetStep, { name: 'resetSent' }>>) {
  const { t } = useTranslation('password')
  const { email, resendAt, mails } = step
  return (
    <SentEmail
      email={email}
      mails={mails}
      resendAt={resendAt}
      isBusy={isBusy}
      sent={t('sent', { email })}
      change={t('change')}
      changeName={t('changeEmail')}
      hint={t('hint')}
      again={t('again')}
      wait={(count) => t('againIn', { count })}
      ready={t('againNow')}
      sending={t('sending')}
      onChange={() => run('stepBack')}
      onAgain={() => run('sendResetAgain')}
    />
  )
}
