import type { ReactNode } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import { isEmailLinkStep } from '../sign-in/email-link-step.ts'
import { isLinkStep, isPasswordStep } from '../sign-in/screen.ts'
import type { Screen } from '../sign-in/screen.ts'
import { useCompanyHeading } from './use-company-heading.ts'
import { useEmailLinkHeading } from './use-email-link-heading.tsx'
import { useLinkHeading } from './use-link-heading.tsx'
import { usePasswordHeading } from './use-password-heading.tsx'

interface Heading {
  heading: string
  lead: ReactNode
}

/**
 * The heading of a screen, on the page and in the document's title (A14).
 *
 * @param applicationName the application that users sign in to, if the deployment names it
 * @param nameOf the name of a provider for users
 */
export function useHeading(
  screen: Screen,
  applicationName: string | undefined,
  nameOf: (providerId: string) => string | null,
): Heading {
  const { t } = useTranslation([
    'sign-in',
    'loading',
    'errors',
    'phone',
    'second-factor',
    'sign-in-link',
  ])
  const passwordHeading = usePasswordHeading()
  const emailLinkHeading = useEmailLinkHeading()
  const linkHeading = useLinkHeading(nameOf)
  const companyHeading = useCompanyHeading()
  const step = stepOf(screen)
  if (screen.name === 'newPassword') return passwordHeading(screen)
  if (screen.name === 'signInButtons' && isPasswordStep(screen.step)) {
    return passwordHeading(screen.step)
  }
  if (screen.name === 'openedEmailLink') return emailLinkHeading(screen)
  if (screen.name === 'signInButtons' && isEmailLinkStep(screen.step)) {
    return emailLinkHeading(screen.step)
  }
  if (screen.name === 'signInLink') return linkHeading(screen)
  if (screen.name === 'signInButtons' && isLinkStep(screen.step)) return linkHeading(screen.step)
  if (step === 'phoneNumber') {
    return { heading: t('phone:number.heading'), lead: t('phone:number.lead') }
  }
  if (step === 'verificationCode') {
    // The form says where the code was sent.
    return { heading: t('phone:code.heading'), lead: null }
  }
  if (screen.name === 'secondFactor' && screen.step.name !== 'newPhone') {
    const { step: shown } = screen
    const { name } = shown
    const isByHand = name === 'newApp' && shown.qr === null
    return {
      heading: t(`second-factor:${name}.heading`),
      lead:
        name === 'messageCode'
          ? null
          : t(isByHand ? 'second-factor:newApp.leadByHand' : `second-factor:${name}.lead`),
    }
  }
  if (screen.name === 'findCompany') return companyHeading(screen.step)
  const isFirstAccount = screen.name === 'confirmAccount' && screen.current === null
  const headings: Record<
    Exclude<Screen['name'], 'signInLink' | 'openedEmailLink' | 'findCompany' | 'newPassword'>,
    Heading
  > = {
    loading: { heading: t('loading:title'), lead: null },
    signInButtons: {
      heading: applicationName
        ? t('signIn.headingFor', { application: applicationName })
        : t('signIn.heading'),
      lead: t('signIn.lead'),
    },
    chooseTenant: { heading: t('chooseTenant.heading'), lead: t('chooseTenant.lead') },
    confirmAccount: isFirstAccount
      ? {
          heading: t('sign-in-link:confirmAccount.headingAlone'),
          lead: t('sign-in-link:confirmAccount.leadAlone'),
        }
      : {
          heading: t('sign-in-link:confirmAccount.heading'),
          lead: t('sign-in-link:confirmAccount.lead'),
        },
    // The steps of a new phone, which are above.
    secondFactor: { heading: t('phone:code.heading'), lead: null },
    welcome: { heading: t('loading:welcome'), lead: null },
    linkFailed: { heading: t('linkFailed.heading'), lead: null },
    signedOut: { heading: t('signedOut.heading'), lead: t('signedOut.lead') },
    failure: { heading: t('errors:heading'), lead: null },
  }
  return headings[screen.name]
}

/** The step of the sign-in screen, or of a new phone, which has the same steps. */
function stepOf(screen: Screen): string {
  if (screen.name === 'secondFactor' && screen.step.name === 'newPhone')
    return screen.step.phone.name
  return screen.name === 'signInButtons' ? screen.step.name : 'methods'
}
