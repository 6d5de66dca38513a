import { useRef, useState } from 'react'
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
    <p title={t('referenceHint')}>
      <span>{t('reference')}</span>{' '}
      <span ref={place} translate="no">
        {reference}
      </span>{' '}
      <button
        type="button"
        className="inline-button copy"
        aria-live="off"
        onClick={() => void copy()}
      >
        {t(isCopied ? 'copied' : 'copy')}
      </button>
    </p>
  )
}
