import { useId } from 'react'
import type { InputHTMLAttributes, Ref } from 'react'
import '../styles/fields.css'

interface TextFieldProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'name'
  | 'type'
  | 'inputMode'
  | 'autoComplete'
  | 'autoCapitalize'
  | 'placeholder'
  | 'defaultValue'
  | 'readOnly'
  | 'spellCheck'
  | 'onInput'
> {
  ref?: Ref<HTMLInputElement>
  id?: string
  label: string
  hint?: string | undefined
  /** The error of the field, which screen readers announce with it (AX-02). */
  error?: string | undefined
  /** Another attempt announces the error again, even if it is the same. */
  attempt?: number
  /** Whether the error is announced. If not, a summary elsewhere shows it. */
  isLive?: boolean
}

/** A labelled, uncontrolled and required field: what a password manager fills in counts (FM-10). */
export function TextField({
  id,
  label,
  hint,
  error,
  attempt,
  isLive = false,
  ...input
}: TextFieldProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  const descriptions = [
    error === undefined ? null : `${fieldId}-error`,
    hint === undefined ? null : `${fieldId}-hint`,
  ].filter((description) => description !== null)
  return (
    <div className="field">
      <label htmlFor={fieldId}>{label}</label>
      <input
        {...input}
        id={fieldId}
        className="input"
        aria-required={input.readOnly ? undefined : true}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={descriptions.length > 0 ? descriptions.join(' ') : undefined}
      />
      {hint !== undefined && (
        <p id={`${fieldId}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {/* Rendered before there is an error, so that a screen reader announces it (AX-01). */}
      <p id={`${fieldId}-error`} className="field-error" role={isLive ? 'alert' : undefined}>
        {error !== undefined && <span key={attempt}>{error}</span>}
      </p>
    </div>
  )
}
