import { useTranslation } from '../language/use-translation.tsx'
import type { EmailLinkStep } from '../sign-in/email-link-step.ts'
import type { Screen } from '../sign-in/screen.ts'
import { Sentence } from '../ui/sentence.tsx'

/** @returns a function that makes the heading of a screen or a step of the method `emailLink` */
export function useEmailLinkHeading() {
  const { t } = useTranslation('email-link')
  return (shown: EmailLinkStep | Extract<Screen, { name: 'openedEmailLink' }>) => {
    if (shown.name === 'emailLink')
      return { heading: t('address.heading'), lead: t('address.lead') }
    // The step itself says where the email was sent.
    if (shown.name === 'emailLinkSent') return { heading: t('sent.heading'), lead: null }
    const { email, use } = shown
    const lead = t(`${use.name}.lead`, { email })
    return { heading: t(`${use.name}.heading`), lead: <Sentence text={lead} literal={email} /> }
  }
}
