import { useState } from 'react'
import { Initial } from './initial.tsx'

interface CompanyMarkProps {
  name: string
  logoUrl: string | undefined
}

/** The logo of a company, or the first character of its name if there is none or it cannot be shown. */
export function CompanyMark({ name, logoUrl }: CompanyMarkProps) {
  const [isBroken, setBroken] = useState(false)
  if (logoUrl === undefined || isBroken) return <Initial name={name} />
  return (
    <img
      className="provider-mark"
      src={logoUrl}
      alt=""
      width="20"
      height="20"
      loading="lazy"
      onError={() => setBroken(true)}
    />
  )
}
