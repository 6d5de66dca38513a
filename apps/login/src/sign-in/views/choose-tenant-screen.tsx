import { useDeferredValue, useId, useMemo, useState } from 'react'
import { useTranslation } from '../../language/use-translation.tsx'
import type { RunCommand } from '../commands.ts'
import { shownAtOnce } from '../company-step.ts'
import type { TenantChoice } from '../company-step.ts'
import { ContactLine } from '../../layout/contact-line.tsx'
import { Button } from '../../ui/button.tsx'
import { CompanyMark } from '../../ui/company-mark.tsx'
import { takeFocus } from '../../ui/take-focus.ts'
import { createSearch } from './matching-tenants.ts'

interface ChooseTenantScreenProps {
  tenants: readonly TenantChoice[]
  lastUsed: string | undefined
  run: RunCommand
}

/** Too many companies to find one without a search. */
const many = 8

/** The companies of a session (C8), with a search field if there are many, of which the first are shown. */
export function ChooseTenantScreen({ tenants, lastUsed, run }: ChooseTenantScreenProps) {
  const { t, language } = useTranslation('sign-in')
  const [typed, setTyped] = useState('')
  const search = useMemo(() => createSearch(tenants), [tenants])
  const found = search(useDeferredValue(typed))
  const isLong = found.length > shownAtOnce
  const id = useId()

  return (
    <>
      {tenants.length >= many && (
        <search className="search">
          <label htmlFor={id}>{t('chooseTenant.search')}</label>
          <input
            id={id}
            className="search-input"
            type="search"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <output className={isLong || found.length === 0 ? 'hint' : 'visually-hidden'}>
            {isLong
              ? t('chooseTenant.more', {
                  shown: shownAtOnce,
                  total: found.length.toLocaleString(language),
                })
              : typed !== '' &&
                (found.length === 0
                  ? t('chooseTenant.none')
                  : t('chooseTenant.found', { count: found.length }))}
          </output>
          {found.length === 0 && <ContactLine />}
        </search>
      )}
      <ul className="choices companies">
        {found.slice(0, shownAtOnce).map(({ id: tenantId, name, logoUrl }) => (
          <li key={tenantId}>
            <Button
              icon={<CompanyMark name={name} logoUrl={logoUrl} />}
              ref={tenantId === lastUsed ? takeFocus : undefined}
              describedBy={tenantId === lastUsed ? `${id}-last` : undefined}
              onClick={() => run('chooseTenant', tenantId)}
            >
              <bdi translate="no">{name}</bdi>
            </Button>
            {tenantId === lastUsed && (
              <span id={`${id}-last`} className="badge">
                {t('signIn.lastUsed')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
