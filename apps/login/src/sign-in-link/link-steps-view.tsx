import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { LinkStep } from '../sign-in/screen.ts'
import { AddressForm } from '../ui/address-form.tsx'
import { Button } from '../ui/button.tsx'
import { Resend } from '../ui/resend.tsx'
import { SentTo } from '../ui/sent-to.tsx'

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
    <div className="ways">
      <SentTo
        text={t('sent.lead', { email })}
        literal={email}
        messages={mails}
        change={t('sent.change')}
        changeName={t('sent.changeEmail')}
        onChange={() => run('stepBack')}
      />
      <p className="hint">{t('sent.hint')}</p>
      <Resend
        label={t('sent.again')}
        at={resendAt}
        messages={mails}
        isBusy={isBusy}
        wait={(count) => t('sent.againIn', { count })}
        ready={t('sent.againNow')}
        onPress={() => run('sendLinkAgain')}
      />
      <output className="visually-hidden">{isBusy && <span>{t('address.sending')}</span>}</output>
    </div>
  )
}
