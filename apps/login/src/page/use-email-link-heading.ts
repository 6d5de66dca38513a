import { useTranslation } from '../language/use-translation.tsx'
import type { EmailLinkStep } from '../sign-in/email-link-step.ts'
import type { Screen } from '../sign-in/screen.ts'

type EmailLinkScreen = EmailLinkStep | Extract<Screen, { name: 'openedEmailLink' }>

/** The headings of the method `emailLink`, and what is below them. */
export function useEmailLinkHeading() {
  const { t } = useTranslation('email-link')
  return (screen: EmailLinkScreen): { heading: string; lead: string | null } => {
    if (screen.name === 'emailLink') {
      return { heading: t('address.heading'), lead: t('address.lead') }
    }
    const part = screen.name === 'emailLinkSent' ? 'sent' : screen.use.name
    return { heading: t(`${part}.heading`), lead: null }
  }
}
