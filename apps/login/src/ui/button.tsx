import type { ReactNode, Ref } from 'react'

interface ButtonProps {
  children: ReactNode
  ref?: Ref<HTMLButtonElement> | undefined
  /** A form's submit button needs none. */
  onClick?: () => void
  type?: 'button' | 'submit'
  icon?: ReactNode
  kind?: 'primary' | 'plain' | 'quiet'
  /** The action of this button is in progress. */
  isBusy?: boolean
  /** Presses have no effect for now. The button keeps its place in the tab order, and the focus. */
  isIdle?: boolean
  describedBy?: string | undefined
  /** The sign-in method of this button. */
  method?: string
  /** A press before React is loaded is repeated when it is. */
  isAnsweredLater?: boolean
}

export function Button({
  children,
  ref,
  onClick,
  type = 'button',
  icon,
  kind = 'plain',
  isBusy = false,
  isIdle = false,
  describedBy,
  method,
  isAnsweredLater = false,
}: ButtonProps) {
  return (
    <button
      // `type` has only values that the attribute allows.
      // oxlint-disable-next-line react/button-has-type
      ref={ref}
      type={type}
      className={`button button-${kind}`}
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
