import { useTranslation } from 'react-i18next'
import type { Screen } from '../sign-in/store.ts'

interface Heading {
  heading: string
  lead: string | null
}

export function useHeading(name: Screen['name']): Heading {
  const { t } = useTranslation(['sign-in', 'loading', 'errors'])
  switch (name) {
    case 'loading':
      return { heading: t('loading:title'), lead: null }
    case 'signInButtons':
      return { heading: t('signIn.heading'), lead: t('signIn.lead') }
    case 'chooseTenant':
      return { heading: t('chooseTenant.heading'), lead: t('chooseTenant.lead') }
    case 'signedOut':
      return { heading: t('signedOut.heading'), lead: t('signedOut.lead') }
    case 'failure':
      return { heading: t('errors:heading'), lead: null }
  }
}
