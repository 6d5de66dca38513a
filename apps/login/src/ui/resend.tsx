import { useState } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import { Button } from './button.tsx'
import { useSecondsUntil } from './use-seconds-until.ts'

interface ResendProps {
  label: string
  /** When another message may be requested, in milliseconds since the epoch. */
  at: number
  /** The number of messages. Each one starts a new wait. */
  messages: number
  isBusy: boolean
  /** A message says how long to wait. */
  isWaitTold?: boolean
  /** The text of the countdown. */
  wait: (seconds: number) => string
  /** What is announced when the wait is over. */
  ready: string
  onPress: () => void
}

/** Requests a message again, after a countdown. */
export function Resend(props: ResendProps) {
  const { label, at, messages, isBusy, isWaitTold = false, wait, ready, onPress } = props
  const { t } = useTranslation('errors')
  const seconds = useSecondsUntil(at)
  const text =
    seconds > 90 ? t('retryInMinutes', { count: Math.ceil(seconds / 60) }) : wait(seconds)
  const hasWaited = useHasWaited(seconds, messages)
  return (
    <div className="resend">
      <Button kind="quiet" isIdle={isBusy || seconds > 0} onClick={onPress}>
        {label}
      </Button>
      {/* Rendered without a text too, so that nothing moves when the wait is over. */}
      <p className="hint">{seconds > 0 && !isWaitTold && <span key={text}>{text}</span>}</p>
      <output className="visually-hidden">{!isBusy && hasWaited && <span>{ready}</span>}</output>
    </div>
  )
}

/** Whether a countdown that was shown for this message has ended. */
function useHasWaited(seconds: number, message: number): boolean {
  const [waitedFor, setWaitedFor] = useState(-1)
  if (seconds > 0 && waitedFor !== message) setWaitedFor(message)
  return seconds === 0 && waitedFor === message
}
