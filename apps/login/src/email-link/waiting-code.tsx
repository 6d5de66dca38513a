import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { codeLength } from '@foyer/contract/email-code'
import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { EmailLinkStep } from '../sign-in/email-link-step.ts'
import { Button } from '../ui/button.tsx'
import { Resend } from '../ui/resend.tsx'
import { SentTo } from '../ui/sent-to.tsx'
import { TextField } from '../ui/text-field.tsx'

interface WaitingCodeProps {
  step: Extract<EmailLinkStep, { name: 'emailLinkSent' }>
  isBusy: boolean
  run: RunCommand
}

/** Where the link was sent, and the field for the code that it shows in another browser. */
export function WaitingCode({ step, isBusy, run }: WaitingCodeProps) {
  const { t } = useTranslation('email-link')
  const field = useRef<HTMLInputElement>(null)
  const enteredFor = useRef(-1)
  const [correctedAt, setCorrectedAt] = useState(-1)
  const { email, resendAt, mails, error, attempt } = step
  const shownError = error !== null && correctedAt !== attempt ? error : null

  useEffect(() => {
    if (!field.current || enteredFor.current === mails) return
    // Another link has another code, so the field is emptied.
    enteredFor.current = mails
    field.current.value = ''
    field.current.focus()
  }, [mails])

  useEffect(() => {
    if (attempt > 0) field.current?.select()
  }, [attempt])

  const read = (): string =>
    (field.current?.value ?? '').normalize('NFKC').replace(/\D/g, '').slice(0, codeLength)

  function tidy(): void {
    const code = read()
    if (field.current && field.current.value !== code) field.current.value = code
    setCorrectedAt(attempt)
    if (code.length === codeLength) run('enterEmailLinkCode', code)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    run('enterEmailLinkCode', read())
  }

  return (
    <form className="form form-step" noValidate onSubmit={submit}>
      <SentTo
        text={t('sent.lead', { email })}
        literal={email}
        messages={mails}
        change={t('sent.change')}
        changeName={t('sent.changeEmail')}
        onChange={() => run('stepBack')}
      />
      <TextField
        ref={field}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        label={t('sent.code')}
        hint={t('sent.hint')}
        onInput={tidy}
        error={shownError === null ? undefined : t(`sent.${shownError}`)}
        attempt={attempt}
        isLive
      />
      <Button type="submit" kind="primary" isBusy={isBusy} isIdle={isBusy}>
        {t('sent.signIn')}
      </Button>
      <output className="visually-hidden">{isBusy && <span>{t('sent.signingIn')}</span>}</output>
      <Resend
        label={t('sent.again')}
        at={resendAt}
        messages={mails}
        isBusy={isBusy}
        wait={(count) => t('sent.againIn', { count })}
        ready={t('sent.againNow')}
        onPress={() => run('sendEmailLinkAgain')}
      />
    </form>
  )
}
