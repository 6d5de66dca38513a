import type { ReactNode, Ref } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { useCodeField } from './use-code-field.ts'

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
  const { field, isCorrected, tidy, submit } = useCodeField({
    messages,
    attempt,
    isRejected: error !== undefined,
    takesFocus,
    enter: (code) => run('verifyCode', code),
  })

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
        error={isCorrected ? undefined : error}
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
