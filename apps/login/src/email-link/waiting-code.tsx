import { useCodeField } from '../code/use-code-field.ts'
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
  const { email, resendAt, mails, error, attempt } = step
  const { field, isCorrected, tidy, submit } = useCodeField({
    messages: mails,
    attempt,
    isRejected: error !== null,
    enter: (code) => run('enterEmailLinkCode', code),
  })

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
        error={error === null || isCorrected ? undefined : t(`sent.${error}`)}
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
