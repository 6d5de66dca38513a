import type { ReactNode } from 'react'

interface ButtonProps {
  children: ReactNode
  /** A button of a form needs none: pressing it submits. */
  onClick?: () => void
  type?: 'button' | 'submit'
  icon?: ReactNode
  look?: 'primary' | 'plain' | 'quiet'
  /** This button's action is under way. */
  isBusy?: boolean
  /** Presses do nothing for now; the button keeps its place in the tab order, and the focus. */
  isIdle?: boolean
  describedBy?: string | undefined
  /** The sign-in method that it stands for. */
  method?: string
  /** Before React is there a press waits for it. */
  isAnsweredLater?: boolean
}

export function Button({
  children,
  onClick,
  type = 'button',
  icon,
  look = 'plain',
  isBusy = false,
  isIdle = false,
  describedBy,
  method,
  isAnsweredLater = false,
}: ButtonProps) {
  return (
    <button
      // The kinds are those of the attribute.
      // oxlint-disable-next-line react/button-has-type
      type={type}
      className={`button button-${look}`}
      data-method={method}
      data-later={isAnsweredLater || undefined}
      aria-busy={isBusy || undefined}
      aria-disabled={isIdle || undefined}
      aria-describedby={describedBy}
      onClick={isIdle ? undefined : onClick}
    >
      {icon}
      <span className="button-label">{children}</span>
    </button>
  )
}
