import type { Branding } from '@foyer/contract/config'
import { useTranslation } from '../language/use-translation.tsx'
import { Mark } from '../ui/mark.tsx'

interface PageFootProps {
  branding: Branding
  isTurkish: boolean
}

export function PageFoot({ branding, isTurkish }: PageFootProps) {
  const { t } = useTranslation('sign-in')
  const { privacyUrl, termsUrl } = branding
  return (
    <footer className="page-foot">
      <PoweredBy branding={branding} isTurkish={isTurkish} />
      {privacyUrl !== undefined && <a href={privacyUrl}>{t('layout.privacy')}</a>}
      {termsUrl !== undefined && <a href={termsUrl}>{t('layout.terms')}</a>}
    </footer>
  )
}

/** Requirement A8. Without a configured site, it is text and no link. */
function PoweredBy({ branding: { providerUrl }, isTurkish }: PageFootProps) {
  const { t } = useTranslation('sign-in')
  const logo = (
    <>
      <span>{t('layout.poweredBy')}</span> <Mark />
      <strong translate="no">Foyer</strong>
    </>
  )
  if (!providerUrl) return <span className="powered">{logo}</span>
  return (
    <a
      className="powered"
      href={isTurkish ? providerUrl.tr : providerUrl.international}
      target="_blank"
      rel="noopener noreferrer"
    >
      {logo} <span className="visually-hidden">{`(${t('layout.newTab')})`}</span>
    </a>
  )
}
