import { useCodeField } from '../code/use-code-field.ts'
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
  const { email, resendAt, mails, error, attempt } = step
  const { field, isCorrected, tidy, submit } = useCodeField({
    messages: mails,
    attempt,
    isRejected: error !== null,
    enter: (code) => run('enterCompanyCode', code),
  })

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
        error={error === null || isCorrected ? undefined : t(`code.${error}`)}
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
