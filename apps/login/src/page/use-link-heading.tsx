import { useTranslation } from '../language/use-translation.tsx'
import type { Screen } from '../sign-in/screen.ts'
import { Sentence } from '../ui/sentence.tsx'

/**
 * @param nameOf the name of a provider for users
 * @returns a function that makes the heading of the screen for a sign-in link
 */
export function useLinkHeading(nameOf: (providerId: string) => string | null) {
  const { t } = useTranslation('sign-in-link')
  return ({ email, providerId }: Extract<Screen, { name: 'signInLink' }>) => {
    const method = providerId && (nameOf(providerId) ?? t('method.other'))
    const lead = method
      ? t('arrived.leadConnecting', { email, method })
      : t('arrived.lead', { email })
    return { heading: t('arrived.heading'), lead: <Sentence text={lead} literal={email} /> }
  }
}
