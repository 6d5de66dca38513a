import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { RunCommand } from '../sign-in/commands.ts'
import type { PhoneStep } from '../sign-in/screen.ts'
import { cleanCode, codeLength } from './verification-code.ts'
import { Button } from '../ui/button.tsx'
import { Sentence } from '../ui/sentence.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useSecondsUntil } from '../ui/use-seconds-until.ts'

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
  const seconds = useSecondsUntil(step.resendAt)
  /** The wait for this message is over, and the user has seen it. */
  const hasWaited = useHasWaited(seconds, step.messages)
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
      <SentTo step={step} run={run} />
      <TextField
        ref={field}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        label={t('verificationCode')}
        isRequired
        onInput={tidy}
        error={hasError && step.error !== null ? t(errorKeys[step.error]) : undefined}
        attempt={step.attempt}
        isLive
      />
      <Button type="submit" kind="primary" isBusy={isBusy} isIdle={isBusy}>
        {t('verify')}
      </Button>
      <div ref={challenge} />
      <div className="resend">
        <Button
          kind="quiet"
          isIdle={isBusy || seconds > 0}
          onClick={() => challenge.current && run('resendCode', challenge.current)}
        >
          {t('resend')}
        </Button>
        {/* Rendered without a text too, so that nothing moves when the wait is over. */}
        <p className="hint">
          {seconds > 0 && <span key={seconds}>{t('resendIn', { count: seconds })}</span>}
        </p>
      </div>
      <output className="visually-hidden">
        {isBusy && <span>{t('verifying')}</span>}
        {!isBusy && hasWaited && <span>{t('resendNow')}</span>}
      </output>
    </form>
  )
}

/** Whether a countdown that was shown for this message has ended. */
function useHasWaited(seconds: number, message: number): boolean {
  const [waitedFor, setWaitedFor] = useState(-1)
  if (seconds > 0 && waitedFor !== message) setWaitedFor(message)
  return seconds === 0 && waitedFor === message
}

/** Says where the code was sent, and offers to change the number. */
function SentTo({ step, run }: Pick<CodeStepProps, 'step' | 'run'>) {
  const { t } = useTranslation('phone')
  const phone =
    parsePhoneNumberFromString(step.phoneNumber)
      ?.formatInternational()
      .replaceAll(' ', noBreakSpace) ?? step.phoneNumber
  return (
    <div className="sent">
      {/* A new element for each message. Otherwise the same sentence would not be announced again (SM-13). */}
      <output>
        <span key={step.messages}>
          <Sentence text={t('sent', { phone })} literal={phone} />
        </span>
      </output>{' '}
      <button
        type="button"
        className="inline-button"
        aria-label={t('editNumber')}
        onClick={() => run('editNumber')}
      >
        {t('edit')}
      </button>
    </div>
  )
}
