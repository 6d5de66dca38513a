import { useRef, useState } from 'react'
import { CodeForm } from '../code/code-form.tsx'
import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { EnrolmentStep } from '../sign-in/screen.ts'
import { TextField } from '../ui/text-field.tsx'

interface NewAppStepProps {
  step: Extract<EnrolmentStep, { name: 'newApp' }>
  isBusy: boolean
  run: RunCommand
}

/** Shows the secret for an authenticator app, as a QR code and as text, and asks for a code of the app. */
export function NewAppStep({ step, isBusy, run }: NewAppStepProps) {
  const { t } = useTranslation('second-factor')
  const intro = (
    <>
      <Secret step={step} />
      <TextField
        name="factor-name"
        autoComplete="off"
        label={t('newApp.name')}
        defaultValue={step.appName ?? t('newApp.defaultName')}
        onInput={({ currentTarget }) => run('nameFactor', currentTarget.value)}
      />
    </>
  )
  return (
    <CodeForm
      error={step.error === null ? undefined : t(`appCode.${step.error}`)}
      attempt={step.attempt}
      isBusy={isBusy}
      run={run}
      intro={intro}
      takesFocus={false}
    />
  )
}

function Secret({ step: { secret, url, qr } }: Pick<NewAppStepProps, 'step'>) {
  const { t } = useTranslation(['second-factor', 'errors'])
  const place = useRef<HTMLElement>(null)
  const [copying, setCopying] = useState<'copied' | 'selected' | null>(null)

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(secret)
      setCopying('copied')
    } catch {
      if (place.current) window.getSelection()?.selectAllChildren(place.current)
      setCopying('selected')
    }
  }

  return (
    <div className="app-secret">
      {qr && (
        <svg role="img" aria-label={t('newApp.qr')} viewBox={`0 0 ${qr.size} ${qr.size}`}>
          <path d={qr.path} />
        </svg>
      )}
      <p>{t(qr ? 'newApp.byHand' : 'newApp.key')}</p>
      <p>
        <code ref={place} translate="no">
          {/* Four characters at a time are easier to type. Apps ignore the spaces. */}
          {secret.match(/.{1,4}/g)?.join(' ')}
        </code>{' '}
        <button type="button" className="inline-button copy" onClick={() => void copy()}>
          {t(copying === 'copied' ? 'errors:copied' : 'errors:copy')}
        </button>
        <output className="visually-hidden">{copying && t(`errors:${copying}`)}</output>
      </p>
      <p>
        <a href={url}>{t('newApp.onThisDevice')}</a>
      </p>
    </div>
  )
}
