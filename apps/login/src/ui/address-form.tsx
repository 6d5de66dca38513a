import { useLayoutEffect, useRef } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { Button } from './button.tsx'
import { TextField } from './text-field.tsx'

interface AddressFormProps {
  /** The content of the field at first: each attempt has a form of its own, by its key. */
  typed: string
  error: string | undefined
  isBusy: boolean
  label: string
  placeholder: string
  send: string
  /** Announced while it is sent. */
  sending: string
  /** Called with what was typed. */
  onSend: (typed: string) => void
  autoComplete?: 'email' | 'username'
  /** Not if there is something to do before. */
  takesFocus?: boolean
  /** Between the field and the button. */
  children?: ReactNode
}

/** Asks for an email address, to which an email is then sent. */
export function AddressForm({
  typed,
  error,
  isBusy,
  label,
  placeholder,
  send,
  sending,
  onSend,
  autoComplete = 'email',
  takesFocus = true,
  children,
}: AddressFormProps) {
  const field = useRef<HTMLInputElement>(null)

  // After a rejected attempt, too, because each attempt has its own field.
  useLayoutEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isBusy && field.current) onSend(field.current.value)
  }

  return (
    <form className="form form-step" noValidate onSubmit={submit}>
      <TextField
        ref={field}
        name="email"
        type="email"
        inputMode="email"
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        label={label}
        placeholder={placeholder}
        defaultValue={typed}
        error={error}
        isLive
      />
      {children}
      <Button type="submit" kind="primary" isBusy={isBusy} isIdle={isBusy}>
        {send}
      </Button>
      <output className="visually-hidden">{isBusy && sending}</output>
    </form>
  )
}
