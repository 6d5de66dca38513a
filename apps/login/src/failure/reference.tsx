import { useId, useRef, useState } from 'react'
import { useTranslation } from '../language/use-translation.tsx'

/** `copied`: in the clipboard. `selected`: the browser has no clipboard, and the user can copy the selected text. */
export type Copying = 'copied' | 'selected'

interface ReferenceProps {
  reference: string
  /** Announces the result. The reference is in an alert, which a screen reader would read again as a whole. */
  onCopy: (result: Copying) => void
}

/** The reference for support, with a button that copies it. */
export function Reference({ reference, onCopy }: ReferenceProps) {
  const { t } = useTranslation('errors')
  const hint = useId()
  const place = useRef<HTMLSpanElement>(null)
  const [isCopied, setCopied] = useState(false)

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(reference)
      setCopied(true)
      onCopy('copied')
    } catch {
      if (place.current) window.getSelection()?.selectAllChildren(place.current)
      onCopy('selected')
    }
  }

  return (
    <p>
      <span>{t('reference')}</span>{' '}
      <span ref={place} translate="no">
        {reference}
      </span>{' '}
      <button
        type="button"
        className="inline-button copy"
        aria-live="off"
        aria-describedby={hint}
        onClick={() => void copy()}
      >
        {t(isCopied ? 'copied' : 'copy')}
      </button>
      <span id={hint} hidden>
        {t('referenceHint')}
      </span>
    </p>
  )
}
