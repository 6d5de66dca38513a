import { useRef, useState } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { SecondFactor } from '../sign-in/screen.ts'
import { Button } from '../ui/button.tsx'
import { Sentence } from '../ui/sentence.tsx'
import { lastDigits } from './last-digits.ts'

interface FactorChoiceProps {
  factors: readonly SecondFactor[]
  isBusy: boolean
  run: RunCommand
}

/** A button for each factor. That of a phone sends a text message. */
export function FactorChoice({ factors, isBusy, run }: FactorChoiceProps) {
  const { t } = useTranslation(['second-factor', 'phone'])
  const challenge = useRef<HTMLDivElement>(null)
  const [pressed, setPressed] = useState<string | null>(null)
  return (
    <div>
      <ul className="choices">
        {factors.map((factor) => (
          <li key={factor.uid}>
            <Button
              isBusy={isBusy && pressed === factor.uid}
              isIdle={isBusy}
              onClick={() => {
                setPressed(factor.uid)
                if (challenge.current) run('chooseFactor', factor.uid, challenge.current)
              }}
            >
              <FactorName factor={factor} />
            </Button>
          </li>
        ))}
      </ul>
      <div ref={challenge} />
      <output className="visually-hidden">{isBusy && <span>{t('phone:sending')}</span>}</output>
    </div>
  )
}

function FactorName({ factor }: { factor: SecondFactor }) {
  const { t } = useTranslation('second-factor')
  const { kind, name } = factor
  if (kind === 'totp' && name !== null) {
    return <Sentence text={t('factorChoice.appNamed', { name })} literal={name} />
  }
  // An element of its own, because a browser's translator replaces text nodes.
  if (kind === 'totp') return <span>{t('factorChoice.app')}</span>
  const digits = lastDigits(factor)
  if (digits === '') return t('factorChoice.messageHidden')
  if (name !== null) {
    const text = t('factorChoice.messageNamed', { digits, name })
    return <Sentence text={text} literal={`${digits} (${name})`} />
  }
  return <Sentence text={t('factorChoice.message', { digits })} literal={digits} />
}
