import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import { takeFocus } from '../ui/take-focus.ts'

interface ScreenHeadingProps {
  heading: string
  lead: ReactNode
  tenantName: string | null
  /** Returns to the choice of a company. */
  onChangeTenant?: (() => void) | undefined
  /** Whether the screen itself sets the focus, to its first field. */
  isFocusElsewhere?: boolean
}

/** Takes the focus when it is mounted, unless the screen has a field for it. Give it another `key` for each screen. */
export function ScreenHeading(props: ScreenHeadingProps) {
  const { heading, lead, tenantName, onChangeTenant, isFocusElsewhere = false } = props
  const { t } = useTranslation('sign-in')
  const place = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (!isFocusElsewhere) takeFocus(place.current)
  }, [isFocusElsewhere])

  return (
    <header className="heading">
      {(tenantName !== null || onChangeTenant) && (
        <div className="company">
          {tenantName !== null && (
            <p className="tenant" translate="no">
              {tenantName}
            </p>
          )}
          {onChangeTenant && (
            <button type="button" className="inline-button" onClick={onChangeTenant}>
              {t('signIn.changeTenant')}
            </button>
          )}
        </div>
      )}
      <h1 ref={place} tabIndex={-1}>
        {heading}
      </h1>
      {lead !== null && <p className="lead">{lead}</p>}
    </header>
  )
}
