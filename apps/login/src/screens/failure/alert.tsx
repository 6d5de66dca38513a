import { Complaint } from './complaint.tsx'
import type { Complained } from './complaint.tsx'

/** Is there before any failure is, so that a screen reader announces it (AX-01). */
export function Alert({ failure }: { failure: Complained | null }) {
  return (
    <div role="alert" className="alert">
      {failure && <Complaint failure={failure} />}
    </div>
  )
}
