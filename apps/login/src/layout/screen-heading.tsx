import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'

interface ScreenHeadingProps {
  heading: string
  lead: ReactNode
  tenantName: string | null
}

/** Takes the focus when it is mounted. Give it another `key` for each screen. */
export function ScreenHeading({ heading, lead, tenantName }: ScreenHeadingProps) {
  const place = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    // If the user is at something that stays, such as the language list, the focus stays there.
    const isElsewhere = document.activeElement?.closest('.page') ?? null
    if (isElsewhere === null) place.current?.focus({ preventScroll: true })
  }, [])

  return (
    <header className="heading">
      {tenantName !== null && (
        <p className="tenant" translate="no">
          {tenantName}
        </p>
      )}
      <h1 ref={place} tabIndex={-1}>
        {heading}
      </h1>
      {lead !== null && <p className="lead">{lead}</p>}
    </header>
  )
}
