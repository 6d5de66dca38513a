import { useLayoutEffect, useRef } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { LinkStep } from '../sign-in/screen.ts'
import { Button } from '../ui/button.tsx'
import { Resend } from '../ui/resend.tsx'
import { SentTo } from '../ui/sent-to.tsx'
import { TextField } from '../ui/text-field.tsx'

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
  const field = useRef<HTMLInputElement>(null)

  // After a rejected attempt, too, because each attempt has its own field.
  useLayoutEffect(() => field.current?.focus(), [])

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isBusy && field.current) run('sendLink', field.current.value)
  }

  return (
    <form className="form form-step" noValidate onSubmit={submit}>
      <TextField
        ref={field}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        label={t('address.email')}
        placeholder={t('address.placeholder')}
        defaultValue={step.typed}
        error={step.error === null ? undefined : t(`address.${step.error}`)}
        isLive
      />
      <Button type="submit" kind="primary" isBusy={isBusy} isIdle={isBusy}>
        {t('address.send')}
      </Button>
      <output className="visually-hidden">{isBusy && t('address.sending')}</output>
    </form>
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
