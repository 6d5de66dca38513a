import { useTranslation } from '../language/use-translation.tsx'
import type { LinkStep, Screen } from '../sign-in/screen.ts'
import { Sentence } from '../ui/sentence.tsx'

/**
 * @param nameOf the name of a provider for users
 * @returns a function that makes the heading of a screen or a step for sign-in links
 */
export function useLinkHeading(nameOf: (providerId: string) => string | null) {
  const { t } = useTranslation('sign-in-link')
  return (shown: LinkStep | Extract<Screen, { name: 'signInLink' }>) => {
    if (shown.name === 'linkAddress') {
      return { heading: t('address.heading'), lead: t('address.lead') }
    }
    // The step itself says where the email was sent.
    if (shown.name === 'linkSent') return { heading: t('sent.heading'), lead: null }
    const { email, providerId } = shown
    const method = providerId && (nameOf(providerId) ?? t('method.other'))
    const lead = method
      ? t('arrived.leadConnecting', { email, method })
      : t('arrived.lead', { email })
    return { heading: t('arrived.heading'), lead: <Sentence text={lead} literal={email} /> }
  }
}
