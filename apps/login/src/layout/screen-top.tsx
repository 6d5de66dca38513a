import type { ReactNode } from 'react'

/**
 * The heading and the message of a screen. It has room for both, and its content is at its lower edge, so that a message
 * moves the heading and no button.
 */
export function ScreenTop({ children }: { children: ReactNode }) {
  return <div className="screen-top">{children}</div>
}
