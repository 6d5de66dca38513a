import { useDeferredValue, useId, useState } from 'react'
import { useTranslation } from '../../language/use-translation.tsx'
import type { RunCommand } from '../commands.ts'
import type { TenantChoice } from '../screen.ts'
import { ContactLine } from '../../layout/contact-line.tsx'
import { Button } from '../../ui/button.tsx'
import { Initial } from '../../ui/initial.tsx'
import { takeFocus } from '../../ui/take-focus.ts'
import { matching } from './matching-tenants.ts'

interface ChooseTenantScreenProps {
  tenants: readonly TenantChoice[]
  lastUsed: string | undefined
  run: RunCommand
}

/** Too many companies to find one without a search. */
const many = 8

/** The companies of a session (C8), with a search field if there are many. */
export function ChooseTenantScreen({ tenants, lastUsed, run }: ChooseTenantScreenProps) {
  const { t } = useTranslation('sign-in')
  const [typed, setTyped] = useState('')
  const shown = matching(tenants, useDeferredValue(typed))
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
          <output className={shown.length === 0 ? 'hint' : 'visually-hidden'}>
            {typed !== '' &&
              (shown.length === 0
                ? t('chooseTenant.none')
                : t('chooseTenant.found', { count: shown.length }))}
          </output>
          {shown.length === 0 && <ContactLine />}
        </search>
      )}
      <ul className="choices companies">
        {shown.map(({ id: tenantId, name, logoUrl }) => (
          <li key={tenantId}>
            <Button
              icon={
                logoUrl === undefined ? (
                  <Initial name={name} />
                ) : (
                  <img className="provider-mark" src={logoUrl} alt="" width="20" height="20" />
                )
              }
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
