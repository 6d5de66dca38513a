import { bringsSameAccount } from '@foyer/contract/account-choice'
import { methodsOf } from '@foyer/contract/config'
import type { Config } from '@foyer/contract/config'
import { useRef, useState } from 'react'
import type { Failure } from '../errors/failure.ts'
import type { Copying } from '../failure/reference.tsx'
import { useTranslation } from '../language/use-translation.tsx'
import { Button } from '../ui/button.tsx'
import { useMethodLabel } from './use-method-label.ts'
import '../styles/notice.css'

interface RejectionDetailsProps {
  failure: Failure
  config: Config | null
}

/** Which account was rejected, with a text about it for an administrator. The text has no token. */
export function RejectionDetails({ failure, config }: RejectionDetailsProps) {
  const { t } = useTranslation(['rejection', 'errors'])
  const [copying, setCopying] = useState<Copying | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const { rejected } = failure
  const tenant = config?.tenants?.[rejected?.tenantId ?? '']
  const ofMethod = useMethodLabel(config, tenant)
  if (!rejected) return null
  const { name, providerId, tenantId, allowed } = rejected

  const facts = [
    [t('name'), name],
    [t('method'), ofMethod(providerId)],
    [t('company'), tenant?.name ?? tenantId],
    [t('allowed'), allowed.map(ofMethod).join(', ')],
    [t('errors:reference'), failure.reference],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]))

  async function copy(): Promise<void> {
    const lines = [t(`errors:${failure.key}`), ...facts.map((fact) => fact.join(' '))]
    try {
      await navigator.clipboard.writeText(lines.join('\n'))
      setCopying('copied')
    } catch {
      if (place.current) window.getSelection()?.selectAllChildren(place.current)
      setCopying('selected')
    }
  }

  return (
    <div className="notice">
      <div ref={place}>
        {facts.map(([label, value]) => (
          <p key={label}>
            <span>{label}</span>{' '}
            <bdi translate="no">
              <b>{value}</b>
            </bdi>
          </p>
        ))}
      </div>
      {bringsSameAccount(providerId, methodsOf(config ?? {}, tenant)) && <p>{t('signOutThere')}</p>}
      <Button onClick={() => void copy()}>{t('copy')}</Button>
      <output>{copying !== null && t(`errors:${copying}`)}</output>
    </div>
  )
}
