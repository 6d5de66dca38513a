import { useEffect, useLayoutEffect, useRef } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { PasswordStep } from '../sign-in/screen.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { PasswordField } from './password-field.tsx'
import { ResetSteps } from './reset-view.tsx'

interface PasswordScreenProps {
  step: PasswordStep
  isBusy: boolean
  run: RunCommand
}

export function PasswordScreen({ step, isBusy, run }: PasswordScreenProps): ReactNode {
  const { t } = useTranslation('password')
  return (
    <>
      {step.name === 'password' ? (
        <PasswordForm step={step} isBusy={isBusy} run={run} />
      ) : (
        <ResetSteps step={step} isBusy={isBusy} run={run} />
      )}
      <Button kind="quiet" onClick={() => run('backToMethods')}>
        {t('back')}
      </Button>
    </>
  )
}

interface PasswordFormProps extends PasswordScreenProps {
  step: Extract<PasswordStep, { name: 'password' }>
}

const passwordErrors = {
  required: 'password:required',
  wrong: 'errors:INVALID_CREDENTIAL',
} as const

/** Both fields are in one form, which password managers fill in and offer to save. */
function PasswordForm({ step, isBusy, run }: PasswordFormProps) {
  const { t } = useTranslation(['password', 'errors'])
  const email = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const { errors, attempt } = step

  // In the task of the press that opened the step. Otherwise, a phone does not show its keyboard.
  useLayoutEffect(() => {
    const first = email.current?.value ? password : email
    first.current?.focus()
  }, [])

  useEffect(() => {
    if (attempt === 0) return
    if (errors.email) email.current?.focus()
    else if (errors.password) password.current?.select()
  }, [attempt, errors])

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (isBusy || !email.current || !password.current) return
    run('signInWithPassword', email.current.value, password.current.value)
  }

  return (
    <form className="form form-step" noValidate onSubmit={submit}>
      <TextField
        ref={email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        label={t('email')}
        placeholder={t('placeholder')}
        defaultValue={step.typed}
        error={errors.email && t(errors.email)}
        attempt={attempt}
        isLive
      />
      <PasswordField
        ref={password}
        label={t('current')}
        autoComplete="current-password"
        error={errors.password && t(passwordErrors[errors.password])}
        attempt={attempt}
      />
      <Button type="submit" kind="primary" isBusy={isBusy} isIdle={isBusy}>
        {t('signIn')}
      </Button>
      <Button
        kind="quiet"
        isIdle={isBusy}
        onClick={() => run('openReset', email.current?.value ?? '')}
      >
        {t('forgot')}
      </Button>
      <output className="visually-hidden">{isBusy && t('signingIn')}</output>
    </form>
  )
}
