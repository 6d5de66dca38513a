import { useTranslation } from '../language/use-translation.tsx'
import { SentEmail } from '../ui/sent-email.tsx'
import type { MailSentStep } from './registration-state.ts'

interface MailSentProps {
  step: MailSentStep
  onResend: () => void
  onCorrect: () => void
}

/** Whether an email was sent is not known here: that would reveal who has an account. */
export function MailSent({ step, onResend, onCorrect }: MailSentProps) {
  const { t } = useTranslation('registration')
  const { email, resendAt, mails, isSending, failure } = step
  return (
    <SentEmail
      email={email}
      mails={mails}
      resendAt={resendAt}
      isBusy={isSending}
      isWaitTold={failure?.retryAt !== undefined}
      sent={t('mailSent.lead', { email })}
      change={t('mailSent.change')}
      changeName={t('mailSent.changeEmail')}
      hint={t('mailSent.hint')}
      again={t('mailSent.again')}
      wait={(count) => t('mailSent.againIn', { count })}
      ready={t('mailSent.againNow')}
      sending={t('mailSent.sending')}
      onChange={onCorrect}
      onAgain={onResend}
    />
  )
}
