import { mark } from '@foyer/design/mark'

export function Mark({ moving = false }: { moving?: boolean }) {
  return (
    <svg
      className={moving ? 'mark mark-moving' : 'mark'}
      viewBox={mark.viewBox}
      fill="none"
      stroke="currentColor"
      strokeWidth={mark.strokeWidth}
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d={mark.door} fill="currentColor" stroke="none" />
      <path d={mark.arches[0]} />
      <path d={mark.arches[1]} />
    </svg>
  )
}
