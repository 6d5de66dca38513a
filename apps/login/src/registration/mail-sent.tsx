import { useTranslation } from '../language/use-translation.tsx'
import { Resend } from '../ui/resend.tsx'
import { SentTo } from '../ui/sent-to.tsx'
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
    <div className="ways">
      <SentTo
        text={t('mailSent.lead', { email })}
        literal={email}
        messages={mails}
        change={t('mailSent.change')}
        changeName={t('mailSent.changeEmail')}
        onChange={onCorrect}
      />
      <p className="hint">{t('mailSent.hint')}</p>
      <Resend
        label={t('mailSent.again')}
        at={resendAt}
        messages={mails}
        isBusy={isSending}
        isWaitTold={failure?.retryAt !== undefined}
        wait={(count) => t('mailSent.againIn', { count })}
        ready={t('mailSent.againNow')}
        onPress={onResend}
      />
      <output className="visually-hidden">
        {isSending && <span>{t('mailSent.sending')}</span>}
      </output>
    </div>
  )
}
