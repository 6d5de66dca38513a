import { contactUrl } from '@foyer/contract/contact'
import type { Help } from '@foyer/contract/config'
import { createContext, use } from 'react'
import { useTranslation } from '../language/use-translation.tsx'

/** Where users of this deployment get help. */
export const HelpContext = createContext<Help>({})

/** The contact of the deployment, below a text that asks the user to contact somebody. */
export function ContactLine({ subject = '' }: { subject?: string }) {
  const { t } = useTranslation('errors')
  const { contact } = use(HelpContext)
  if (contact === undefined) return null
  return (
    <p className="help">
      <span>{t('contact')}</span>{' '}
      <a href={contactUrl(contact, subject)} translate="no">
        {contact}
      </a>
    </p>
  )
}
