import type { ReactNode } from 'react'

interface ButtonProps {
  children: ReactNode
  onClick: () => void
  icon?: ReactNode
  look?: 'primary' | 'plain'
  /** This button's action is under way. */
  isBusy?: boolean
  /** Presses do nothing for now; the button keeps its place in the tab order, and the focus. */
  isIdle?: boolean
  describedBy?: string | undefined
}

export function Button({
  children,
  onClick,
  icon,
  look = 'plain',
  isBusy = false,
  isIdle = false,
  describedBy,
}: ButtonProps) {
  return (
    <button
      type="button"
      className={`button button-${look}`}
      aria-busy={isBusy || undefined}
      aria-disabled={isIdle || undefined}
      aria-describedby={describedBy}
      onClick={isIdle ? undefined : onClick}
    >
      {isBusy ? <span className="spinner" aria-hidden="true" /> : icon}
      <span className="button-label">{children}</span>
    </button>
  )
}
