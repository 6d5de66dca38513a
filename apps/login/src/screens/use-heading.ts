import { useTranslation } from '../language/use-translation.tsx'
import type { Screen } from '../sign-in/store.ts'

interface Heading {
  heading: string
  lead: string | null
}

/** What a screen is called, on the page and in the document's title (A14). */
export function useHeading(screen: Screen): Heading {
  const { t } = useTranslation(['sign-in', 'loading', 'errors', 'phone'])
  const step = screen.name === 'signInButtons' ? screen.step.name : 'methods'
  if (step === 'phoneNumber') {
    return { heading: t('phone:number.heading'), lead: t('phone:number.lead') }
  }
  if (step === 'verificationCode') {
    return { heading: t('phone:code.heading'), lead: t('phone:code.lead') }
  }
  const isFirstAccount = screen.name === 'confirmAccount' && screen.current === null
  const headings: Record<Screen['name'], Heading> = {
    loading: { heading: t('loading:title'), lead: null },
    signInButtons: { heading: t('signIn.heading'), lead: t('signIn.lead') },
    chooseTenant: { heading: t('chooseTenant.heading'), lead: t('chooseTenant.lead') },
    confirmAccount: isFirstAccount
      ? { heading: t('confirmAccount.headingAlone'), lead: t('confirmAccount.leadAlone') }
      : { heading: t('confirmAccount.heading'), lead: t('confirmAccount.lead') },
    welcome: { heading: t('loading:welcome'), lead: null },
    linkFailed: { heading: t('linkFailed.heading'), lead: null },
    signedOut: { heading: t('signedOut.heading'), lead: t('signedOut.lead') },
    failure: { heading: t('errors:heading'), lead: null },
  }
  return headings[screen.name]
}
