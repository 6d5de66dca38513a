import { CodeForm } from '../code/code-form.tsx'
import { MessageCodeForm } from '../code/message-code-form.tsx'
import { useTranslation } from '../language/use-translation.tsx'
import { ContactLine } from '../layout/contact-line.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { FactorStep } from '../sign-in/screen.ts'
import { Button } from '../ui/button.tsx'
import { Sentence } from '../ui/sentence.tsx'
import { FactorChoice } from './factor-choice.tsx'
import { lastDigits } from './last-digits.ts'
import { NewAppStep } from './new-app-step.tsx'
import { NewFactorChoice } from './new-factor-choice.tsx'
import '../styles/second-factor.css'

export interface SecondFactorScreenProps {
  /** The page shows the steps of a new phone. */
  step: Exclude<FactorStep, { name: 'newPhone' }>
  /** A text message is being sent, or a code is being verified. */
  isBusy: boolean
  run: RunCommand
}

export function SecondFactorScreen({ step, isBusy, run }: SecondFactorScreenProps) {
  const { t } = useTranslation(['second-factor', 'phone'])
  const isNew = step.name === 'newFactor' || step.name === 'newApp'
  return (
    <>
      <CurrentStep step={step} isBusy={isBusy} run={run} />
      <div className="ways">
        {'canChoose' in step && step.canChoose && (
          <Button kind="quiet" onClick={() => run('backToFactors')}>
            {t('another')}
          </Button>
        )}
        <Button kind="quiet" onClick={() => run('backToMethods')}>
          {t('phone:back')}
        </Button>
      </div>
      {!isNew && (
        <>
          <p className="hint">{t('lost')}</p>
          <ContactLine subject={t('lostSubject')} />
        </>
      )}
    </>
  )
}

function CurrentStep({ step, isBusy, run }: SecondFactorScreenProps) {
  const { t } = useTranslation('second-factor')
  switch (step.name) {
    case 'factorChoice':
      return <FactorChoice factors={step.factors} isBusy={isBusy} run={run} />
    case 'newFactor':
      return <NewFactorChoice kinds={step.kinds} isBusy={isBusy} run={run} />
    case 'newApp':
      return <NewAppStep step={step} isBusy={isBusy} run={run} />
    case 'appCode':
      return (
        <CodeForm
          error={step.error === null ? undefined : t(`appCode.${step.error}`)}
          attempt={step.attempt}
          isBusy={isBusy}
          run={run}
          intro={null}
        />
      )
    case 'messageCode':
    default:
      return <MessageStep step={step} isBusy={isBusy} run={run} />
  }
}

type MessageStepProps = SecondFactorScreenProps & { step: { name: 'messageCode' } }

function MessageStep({ step, isBusy, run }: MessageStepProps) {
  const { t } = useTranslation('second-factor')
  const digits = lastDigits(step.factor)
  const intro = (
    <div className="sent">
      {/* A new element for each message. Otherwise the same sentence would not be announced again (SM-13). */}
      <output>
        <span key={step.message.messages}>
          {digits === '' ? (
            t('sentHidden')
          ) : (
            <Sentence text={t('sent', { digits })} literal={digits} />
          )}
        </span>
      </output>
    </div>
  )
  return <MessageCodeForm step={step.message} isBusy={isBusy} run={run} intro={intro} />
}
