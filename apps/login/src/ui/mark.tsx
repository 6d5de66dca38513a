/** Our logo: three arches, one behind the other, and a door at the end. It has the colour of the text. */
export function Mark({ moving = false }: { moving?: boolean }) {
  return (
    <svg
      className={moving ? 'mark mark-moving' : 'mark'}
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M20 43V27a4 4 0 0 1 8 0v16z" fill="currentColor" stroke="none" />
      <path d="M13.5 43V26.5a10.5 10.5 0 0 1 21 0V43" />
      <path d="M5.5 43V23.5a18.5 18.5 0 0 1 37 0V43" />
    </svg>
  )
}
