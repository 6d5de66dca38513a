import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'

interface ScreenHeadingProps {
  heading: string
  lead: ReactNode
  tenantName: string | null
  /** Whether the screen itself sets the focus, to its first field. */
  isFocusElsewhere?: boolean
}

/** Takes the focus when it is mounted, unless the screen has a field for it. Give it another `key` for each screen. */
export function ScreenHeading(props: ScreenHeadingProps) {
  const { heading, lead, tenantName, isFocusElsewhere = false } = props
  const place = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    // If the user is at something that stays, such as the language list, the focus stays there.
    const isElsewhere = document.activeElement?.closest('.page') ?? null
    if (isElsewhere === null && !isFocusElsewhere) place.current?.focus({ preventScroll: true })
  }, [isFocusElsewhere])

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
