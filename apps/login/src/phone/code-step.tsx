import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { RunCommand } from '../sign-in/commands.ts'
import type { PhoneStep } from '../sign-in/screen.ts'
import { cleanCode, codeLength } from './verification-code.ts'
import { Button } from '../ui/button.tsx'
import { Resend } from '../ui/resend.tsx'
import { SentTo } from '../ui/sent-to.tsx'
import { TextField } from '../ui/text-field.tsx'

/** A phone number should not be broken between two lines. */
const noBreakSpace = '\u00a0'

interface CodeStepProps {
  step: Extract<PhoneStep, { name: 'verificationCode' }>
  isBusy: boolean
  run: RunCommand
}

const errorKeys = {
  required: 'phone:codeFault.required',
  wrong: 'errors:INVALID_VERIFICATION_CODE',
  expired: 'errors:CODE_EXPIRED',
} as const

/**
 * One field for the whole code, so that a phone's suggestion fills it in one step (SM-04). It stays mounted after
 * another message is sent, because a screen reader announces nothing in a new live region (SM-13).
 */
export function CodeStep({ step, isBusy, run }: CodeStepProps) {
  const { t } = useTranslation(['phone', 'errors'])
  const field = useRef<HTMLInputElement>(null)
  const challenge = useRef<HTMLDivElement>(null)
  /** The number of messages when the user began to enter the code. */
  const enteredFor = useRef(-1)
  const [correctedAt, setCorrectedAt] = useState(-1)
  const phone = formattedNumber(step.phoneNumber)
  const hasError = step.error !== null && correctedAt !== step.attempt

  useEffect(() => {
    if (!field.current || enteredFor.current === step.messages) return
    // Another message has another code, so the field is emptied.
    enteredFor.current = step.messages
    field.current.value = ''
    field.current.focus()
  }, [step.messages])

  useEffect(() => {
    if (step.attempt > 0 && step.error !== null) field.current?.select()
  }, [step.attempt, step.error])

  function read(): string {
    return cleanCode(field.current?.value ?? '')
  }

  function tidy(): void {
    const code = read()
    if (field.current && field.current.value !== code) field.current.value = code
    setCorrectedAt(step.attempt)
    if (code.length === codeLength) run('verifyCode', code)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    run('verifyCode', read())
  }

  return (
    <form className="form form-step" noValidate onSubmit={submit}>
      <SentTo
        text={t('sent', { phone })}
        literal={phone}
        messages={step.messages}
        change={t('edit')}
        changeName={t('editNumber')}
        onChange={() => run('editNumber')}
      />
      <TextField
        ref={field}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        label={t('verificationCode')}
        onInput={tidy}
        error={hasError && step.error !== null ? t(errorKeys[step.error]) : undefined}
        attempt={step.attempt}
        isLive
      />
      {/* An invisible challenge must not take the form's gap. */}
      <div>
        <Button type="submit" kind="primary" isBusy={isBusy} isIdle={isBusy}>
          {t('verify')}
        </Button>
        <div ref={challenge} />
      </div>
      <output className="visually-hidden">{isBusy && <span>{t('verifying')}</span>}</output>
      <Resend
        label={t('resend')}
        at={step.resendAt}
        messages={step.messages}
        isBusy={isBusy}
        wait={(count) => t('resendIn', { count })}
        ready={t('resendNow')}
        onPress={() => challenge.current && run('resendCode', challenge.current)}
      />
    </form>
  )
}

/** The number as it is usually written. */
function formattedNumber(phoneNumber: string): string {
  return (
    parsePhoneNumberFromString(phoneNumber)?.formatInternational().replaceAll(' ', noBreakSpace) ??
    phoneNumber
  )
}
