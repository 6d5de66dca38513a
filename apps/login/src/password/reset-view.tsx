import { useLayoutEffect, useRef } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { PasswordStep } from '../sign-in/screen.ts'
import { Button } from '../ui/button.tsx'
import { Resend } from '../ui/resend.tsx'
import { SentTo } from '../ui/sent-to.tsx'
import { TextField } from '../ui/text-field.tsx'

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
  const field = useRef<HTMLInputElement>(null)

  // After a rejected attempt, too, because each attempt has its own field.
  useLayoutEffect(() => field.current?.focus(), [])

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isBusy && field.current) run('sendReset', field.current.value)
  }

  return (
    <form className="form form-step" noValidate onSubmit={submit}>
      <TextField
        ref={field}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        label={t('email')}
        placeholder={t('placeholder')}
        defaultValue={step.typed}
        error={step.error === null ? undefined : t(step.error)}
        isLive
      />
      <Button type="submit" kind="primary" isBusy={isBusy} isIdle={isBusy}>
        {t('send')}
      </Button>
      <output className="visually-hidden">{isBusy && t('sending')}</output>
    </form>
  )
}

function SentStep({ step, isBusy, run }: StepProps<Extract<ResetStep, { name: 'resetSent' }>>) {
  const { t } = useTranslation('password')
  const { email, resendAt, mails } = step
  return (
    <div className="ways">
      <SentTo
        text={t('sent', { email })}
        literal={email}
        messages={mails}
        change={t('change')}
        changeName={t('changeEmail')}
        onChange={() => run('stepBack')}
      />
      <p className="hint">{t('hint')}</p>
      <Resend
        label={t('again')}
        at={resendAt}
        messages={mails}
        isBusy={isBusy}
        wait={(count) => t('againIn', { count })}
        ready={t('againNow')}
        onPress={() => run('sendResetAgain')}
      />
      <output className="visually-hidden">{isBusy && <span>{t('sending')}</span>}</output>
    </div>
  )
}
