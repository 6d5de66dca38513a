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
  /** What is wrong with the field's content; tied to it for screen readers (AX-02). */
  fault?: string | undefined
  /** A fault is announced again after another attempt, also where it is the same. */
  attempt?: number
  /** The fault is announced; without it a summary elsewhere tells it. */
  isLive?: boolean
}

/** A labelled field. Its content is the browser's: what a password manager fills in counts (FM-10). */
export function TextField({
  id,
  label,
  hint,
  fault,
  attempt,
  isLive = false,
  ...input
}: TextFieldProps) {
  const ownId = useId()
  const fieldId = id ?? ownId
  const descriptions = [
    fault === undefined ? null : `${fieldId}-fault`,
    hint === undefined ? null : `${fieldId}-hint`,
  ].filter((description) => description !== null)
  return (
    <div className="field">
      <label htmlFor={fieldId}>{label}</label>
      <input
        {...input}
        id={fieldId}
        className="input"
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={descriptions.length > 0 ? descriptions.join(' ') : undefined}
      />
      {hint !== undefined && (
        <p id={`${fieldId}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {/* Here before there is a fault, so that a screen reader announces it (AX-01). */}
      <p id={`${fieldId}-fault`} className="field-fault" role={isLive ? 'alert' : undefined}>
        {fault !== undefined && <span key={attempt}>{fault}</span>}
      </p>
    </div>
  )
}
