import { useTranslation } from '../language/use-translation.tsx'
import type { CompanyStep } from '../sign-in/company-step.ts'

/** @returns a function that makes the heading of a step of the search for a company */
export function useCompanyHeading() {
  const { t } = useTranslation('discovery')
  return ({ name }: CompanyStep) =>
    name === 'companyAddress'
      ? { heading: t('address.heading'), lead: t('address.lead') }
      : { heading: t('code.heading'), lead: null }
}
