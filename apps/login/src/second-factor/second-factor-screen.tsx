import { useTranslation } from '../language/use-translation.tsx'
import { ContactLine } from '../layout/contact-line.tsx'
import { CodeForm } from '../code/code-form.tsx'
import { MessageCodeForm } from '../code/message-code-form.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { FactorStep } from '../sign-in/screen.ts'
import { Button } from '../ui/button.tsx'
import { Sentence } from '../ui/sentence.tsx'
import { FactorChoice } from './factor-choice.tsx'
import { lastDigits } from './last-digits.ts'

interface SecondFactorScreenProps {
  step: FactorStep
  /** A text message is being sent, or a code is being verified. */
  isBusy: boolean
  run: RunCommand
}

export function SecondFactorScreen({ step, isBusy, run }: SecondFactorScreenProps) {
  const { t } = useTranslation(['second-factor', 'phone'])
  return (
    <>
      <CurrentStep step={step} isBusy={isBusy} run={run} />
      <div className="ways">
        {step.name !== 'factorChoice' && step.canChoose && (
          <Button kind="quiet" onClick={() => run('backToFactors')}>
            {t('another')}
          </Button>
        )}
        <Button kind="quiet" onClick={() => run('backToMethods')}>
          {t('phone:back')}
        </Button>
      </div>
      <p className="hint">{t('lost')}</p>
      <ContactLine subject={t('lostSubject')} />
    </>
  )
}

function CurrentStep({ step, isBusy, run }: SecondFactorScreenProps) {
  const { t } = useTranslation('second-factor')
  if (step.name === 'factorChoice') {
    return <FactorChoice factors={step.factors} isBusy={isBusy} run={run} />
  }
  if (step.name === 'appCode') {
    return (
      <CodeForm
        error={step.error === null ? undefined : t(`appCode.${step.error}`)}
        attempt={step.attempt}
        isBusy={isBusy}
        run={run}
        intro={null}
      />
    )
  }
  const digits = lastDigits(step.factor)
  const intro = (
    <div className="sent">
      {/* A new element for each message. Otherwise the same sentence would not be announced again (SM-13). */}
      <output>
        <span key={step.message.messages}>
          <Sentence text={t('sent', { digits })} literal={digits} />
        </span>
      </output>
    </div>
  )
  return <MessageCodeForm step={step.message} isBusy={isBusy} run={run} intro={intro} />
}
