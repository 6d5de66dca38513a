import { useEffect, useId, useState } from 'react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import '../styles/fields.css'
import './password.css'

interface PasswordFieldProps {
  ref: RefObject<HTMLInputElement | null>
  label: string
  autoComplete: 'current-password' | 'new-password'
  error?: string | undefined
  /** Another attempt announces the error again, even if it is the same. */
  attempt: number
  /** The ids of elements that describe the field. */
  describedBy?: string
  onInput?: () => void
  children?: ReactNode
}

/**
 * A field for a password, which the user can show. It is hidden again when the form is sent, so that the browser does
 * not keep the password as an ordinary text.
 */
export function PasswordField(props: PasswordFieldProps) {
  const { ref, label, autoComplete, error, attempt, describedBy, onInput, children } = props
  const { t } = useTranslation('password')
  const id = useId()
  const [isShown, setShown] = useState(false)

  useEffect(() => {
    const form = ref.current?.form
    const hide = (): void => {
      // At once, and not with the next rendering: the browser looks at the form when this event ends.
      if (ref.current) ref.current.type = 'password'
      setShown(false)
    }
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [ref])

  const descriptions = [error === undefined ? '' : `${id}-error`, describedBy ?? '']
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="password">
        <input
          ref={ref}
          id={id}
          className="input"
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-required
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={descriptions.filter(Boolean).join(' ') || undefined}
          onInput={onInput}
        />
        <button
          type="button"
          className="password-toggle"
          aria-label={t(isShown ? 'hideName' : 'showName')}
          onClick={() => setShown(!isShown)}
        >
          {t(isShown ? 'hide' : 'show')}
        </button>
      </div>
      {children}
      {/* Rendered before there is an error, so that a screen reader announces it (AX-01). */}
      <p id={`${id}-error`} className="field-error" role="alert">
        {error !== undefined && <span key={attempt}>{error}</span>}
      </p>
    </div>
  )
}
