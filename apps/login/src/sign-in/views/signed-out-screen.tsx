import { useTranslation } from '../../language/use-translation.tsx'

/** Stays until the user acts (IAP-02). */
export function SignedOutScreen({ applicationUrl }: { applicationUrl: string | null }) {
  const { t } = useTranslation('sign-in')
  if (applicationUrl === null) return null
  return (
    <a className="button button-primary" href={applicationUrl}>
      {t('signedOut.signInAgain')}
    </a>
  )
}
