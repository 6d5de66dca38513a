import { useLayoutEffect, useRef } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { EmailLinkStep } from '../sign-in/email-link-step.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
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
  const field = useRef<HTMLInputElement>(null)

  // After a rejected attempt, too, because each attempt has its own field.
  useLayoutEffect(() => field.current?.focus(), [])

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isBusy && field.current) run('sendEmailLink', field.current.value)
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
