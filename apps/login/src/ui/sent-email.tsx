import { Resend } from './resend.tsx'
import { SentTo } from './sent-to.tsx'

interface SentEmailProps {
  email: string
  /** The number of emails. Each one is announced. */
  mails: number
  /** When another one may be requested, in milliseconds since the epoch. */
  resendAt: number
  isBusy: boolean
  /** A message says how long to wait. */
  isWaitTold?: boolean
  /** Says that the email was sent to `email`. */
  sent: string
  change: string
  /** The accessible name of the button, which says what it changes. */
  changeName: string
  hint: string
  again: string
  /** The text of the countdown. */
  wait: (seconds: number) => string
  /** What is announced when the wait is over. */
  ready: string
  /** Announced while another one is sent. */
  sending: string
  onChange: () => void
  onAgain: () => void
}

/** Says where an email was sent, in which a link is to be opened. Offers to change the address, and to send it again. */
export function SentEmail(props: SentEmailProps) {
  const { email, mails, resendAt, isBusy } = props
  return (
    <div className="ways">
      <SentTo
        text={props.sent}
        literal={email}
        messages={mails}
        change={props.change}
        changeName={props.changeName}
        onChange={props.onChange}
      />
      <p className="hint">{props.hint}</p>
      <Resend
        label={props.again}
        at={resendAt}
        messages={mails}
        isBusy={isBusy}
        isWaitTold={props.isWaitTold ?? false}
        wait={props.wait}
        ready={props.ready}
        onPress={props.onAgain}
      />
      <output className="visually-hidden">{isBusy && <span>{props.sending}</span>}</output>
    </div>
  )
}
