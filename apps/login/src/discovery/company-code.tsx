import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { codeLength } from '@foyer/contract/email-code'
import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { CompanyStep } from '../sign-in/company-step.ts'
import { Button } from '../ui/button.tsx'
import { Resend } from '../ui/resend.tsx'
import { SentTo } from '../ui/sent-to.tsx'
import { TextField } from '../ui/text-field.tsx'

interface CompanyCodeProps {
  step: Extract<CompanyStep, { name: 'companyCode' }>
  isBusy: boolean
  run: RunCommand
}

/** The field for the code from the email. It stays mounted after another email, as the one for text messages does. */
export function CompanyCode({ step, isBusy, run }: CompanyCodeProps) {
  const { t } = useTranslation('discovery')
  const field = useRef<HTMLInputElement>(null)
  /** The number of emails when the user began to enter the code. */
  const enteredFor = useRef(-1)
  const [correctedAt, setCorrectedAt] = useState(-1)
  const { email, resendAt, mails, error, attempt } = step
  const shownError = error !== null && correctedAt !== attempt ? error : null

  useEffect(() => {
    if (!field.current || enteredFor.current === mails) return
    // Another email has another code, so the field is emptied.
    enteredFor.current = mails
    field.current.value = ''
    field.current.focus()
  }, [mails])

  useEffect(() => {
    if (attempt > 0) field.current?.select()
  }, [attempt])

  /** A pasted sentence may have other numbers, such as the minutes that the code is valid. */
  function read(): string {
    const numbers = (field.current?.value ?? '').normalize('NFKC').split(/\D+/)
    const whole = numbers.find(({ length }) => length === codeLength)
    return whole ?? numbers.join('').slice(0, codeLength)
  }

  function tidy(): void {
    const code = read()
    if (field.current && field.current.value !== code) field.current.value = code
    setCorrectedAt(attempt)
    if (code.length === codeLength) run('enterCompanyCode', code)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    run('enterCompanyCode', read())
  }

  return (
    <form className="form form-step" noValidate onSubmit={submit}>
      <SentTo
        text={t('code.sent', { email })}
        literal={email}
        messages={mails}
        change={t('code.change')}
        changeName={t('code.changeEmail')}
        onChange={() => run('editCompanyAddress')}
      />
      <TextField
        ref={field}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        label={t('code.code')}
        hint={t('code.hint')}
        onInput={tidy}
        error={shownError === null ? undefined : t(`code.${shownError}`)}
        attempt={attempt}
        isLive
      />
      <Button type="submit" kind="primary" isBusy={isBusy} isIdle={isBusy}>
        {t('address.continue')}
      </Button>
      <output className="visually-hidden">{isBusy && <span>{t('code.checking')}</span>}</output>
      <Resend
        label={t('code.again')}
        at={resendAt}
        messages={mails}
        isBusy={isBusy}
        wait={(count) => t('code.againIn', { count })}
        ready={t('code.againNow')}
        onPress={() => run('sendCompanyCodeAgain')}
      />
    </form>
  )
}
