import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'

interface ScreenHeadingProps {
  heading: string
  lead: ReactNode
  tenantName: string | null
}

/** Render it with a key of its own for each screen: where it appears, it takes the focus. */
export function ScreenHeading({ heading, lead, tenantName }: ScreenHeadingProps) {
  const place = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    // A user who is at something that stays, such as the language list, stays there.
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
