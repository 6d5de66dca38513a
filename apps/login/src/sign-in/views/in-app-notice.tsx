import { useId, useState } from 'react'
import { browserIntentFor } from '../../browser/browser-intent.ts'
import { useTranslation } from '../../language/use-translation.tsx'
import type { InAppBrowser } from '../../browser/in-app-browser.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import '../../styles/notice.css'

interface InAppNoticeProps {
  inApp: InAppBrowser
  /** The URL where a sign-in in another browser begins. */
  applicationUrl: string | null
  /** Google is the only method. */
  isOnlyWay: boolean
}

/** Shown before the click, because Google's own error page has no way back (RD-06). */
export function InAppNotice({ inApp, applicationUrl: address, isOnlyWay }: InAppNoticeProps) {
  const { t } = useTranslation('in-app')
  const id = useId()
  const [copying, setCopying] = useState<'not-yet' | 'done' | 'refused'>('not-yet')

  if (address === null) return null

  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setCopying('done')
    } catch {
      // Some apps have no clipboard.
      setCopying('refused')
    }
  }

  return (
    <section className="notice" aria-labelledby={id}>
      <h2 id={id}>{t('heading')}</h2>
      <p>{t(isOnlyWay ? 'reasonAlone' : 'reason')}</p>
      {inApp.opensOtherApps && (
        <a className="button button-primary" href={browserIntentFor(address)}>
          {t('open')}
        </a>
      )}
      <Button onClick={() => void copy(address)}>{t('copy')}</Button>
      <output>{copying === 'done' && t('copied')}</output>
      {copying === 'refused' && (
        <TextField
          key={address}
          ref={selectAll}
          label={t('address')}
          hint={t('copyByHand')}
          defaultValue={address}
          readOnly
        />
      )}
    </section>
  )
}

function selectAll(field: HTMLInputElement | null): void {
  field?.focus()
  field?.select()
}
