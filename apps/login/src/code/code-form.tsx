import { useEffect, useRef, useState } from 'react'
import type { FormEvent, ReactNode, Ref } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { cleanCode, codeLength } from './verification-code.ts'

interface CodeFormProps {
  /** The error of the field. */
  error: string | undefined
  /** The number of rejected codes. Each one selects the field's content. */
  attempt: number
  /** The number of messages that were sent. Each one empties the field, because it has another code. */
  messages?: number
  isBusy: boolean
  run: RunCommand
  /** What is above the field: where the code comes from. */
  intro: ReactNode
  /** Whether the field takes the focus. Not if there is something to do before. */
  takesFocus?: boolean
  /** The element in which the app verification may show a challenge. */
  challenge?: Ref<HTMLDivElement>
  children?: ReactNode
}

/**
 * One field for the whole code, so that a phone's suggestion fills it in one step (SM-04). It stays mounted after
 * another message is sent, because a screen reader announces nothing in a new live region (SM-13).
 */
export function CodeForm(props: CodeFormProps) {
  const { error, attempt, messages = 0, isBusy, run, intro, challenge, children } = props
  const { takesFocus = true } = props
  const { t } = useTranslation('phone')
  const field = useRef<HTMLInputElement>(null)
  /** The number of messages when the user began to enter the code. */
  const enteredFor = useRef(-1)
  const [correctedAt, setCorrectedAt] = useState(-1)
  const hasError = error !== undefined

  useEffect(() => {
    if (!field.current || enteredFor.current === messages) return
    enteredFor.current = messages
    field.current.value = ''
    if (takesFocus) field.current.focus()
  }, [messages, takesFocus])

  useEffect(() => {
    if (attempt > 0 && hasError) field.current?.select()
  }, [attempt, hasError])

  function read(): string {
    return cleanCode(field.current?.value ?? '')
  }

  function tidy(): void {
    const code = read()
    if (field.current && field.current.value !== code) field.current.value = code
    setCorrectedAt(attempt)
    if (code.length === codeLength) run('verifyCode', code)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    run('verifyCode', read())
  }

  return (
    <form className="form form-step" noValidate onSubmit={submit}>
      {intro}
      <TextField
        ref={field}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        label={t('verificationCode')}
        onInput={tidy}
        error={correctedAt === attempt ? undefined : error}
        attempt={attempt}
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
      {children}
    </form>
  )
}
