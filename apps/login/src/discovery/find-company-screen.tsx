import { useTranslation } from '../language/use-translation.tsx'
import { ContactLine } from '../layout/contact-line.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { CompanyStep, TenantChoice } from '../sign-in/company-step.ts'
import { AddressForm } from '../ui/address-form.tsx'
import { Button } from '../ui/button.tsx'
import { CompanyMark } from '../ui/company-mark.tsx'
import { takeFocus } from '../ui/take-focus.ts'
import { CompanyCode } from './company-code.tsx'

interface FindCompanyScreenProps {
  step: CompanyStep
  isBusy: boolean
  run: RunCommand
}

/** The search for the company of a user, where the companies are not listed (K5). */
export function FindCompanyScreen({ step, isBusy, run }: FindCompanyScreenProps) {
  return step.name === 'companyAddress' ? (
    <>
      {step.last && <LastCompany last={step.last} run={run} />}
      <CompanyAddress key={step.attempt} step={step} isBusy={isBusy} run={run} />
    </>
  ) : (
    <CompanyCode step={step} isBusy={isBusy} run={run} />
  )
}

function LastCompany({ last, run }: { last: TenantChoice; run: RunCommand }) {
  const { t } = useTranslation('sign-in')
  const { id, name, logoUrl } = last
  return (
    <ul className="choices companies">
      <li>
        <Button
          icon={<CompanyMark name={name} logoUrl={logoUrl} />}
          ref={takeFocus}
          describedBy="last-company"
          onClick={() => run('chooseTenant', id)}
        >
          <bdi translate="no">{name}</bdi>
        </Button>
        <span id="last-company" className="badge">
          {t('signIn.lastUsed')}
        </span>
      </li>
    </ul>
  )
}

interface CompanyAddressProps {
  step: Extract<CompanyStep, { name: 'companyAddress' }>
  isBusy: boolean
  run: RunCommand
}

function CompanyAddress({ step, isBusy, run }: CompanyAddressProps) {
  const { t } = useTranslation('discovery')
  const { typed, error, attempt, last } = step
  return (
    <AddressForm
      typed={typed}
      error={error === null ? undefined : t(`address.${error}`)}
      isBusy={isBusy}
      label={t(last === null ? 'address.email' : 'address.otherEmail')}
      placeholder={t('address.placeholder')}
      send={t('address.continue')}
      sending={t('address.searching')}
      onSend={(email) => run('findCompany', email)}
      takesFocus={last === null || attempt > 0}
    >
      {(error === 'unknown' || error === 'elsewhere') && <ContactLine />}
    </AddressForm>
  )
}
