import type { ReactNode } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { PhoneStep } from '../sign-in/screen.ts'
import { Button } from '../ui/button.tsx'
import { CodeStep } from './code-step.tsx'
import { NumberStep } from './number-step.tsx'

interface PhoneScreenProps {
  step: PhoneStep
  /** A text message is being sent, or a code is being verified. */
  isBusy: boolean
  run: RunCommand
}

export function PhoneScreen({ step, isBusy, run }: PhoneScreenProps): ReactNode {
  const { t } = useTranslation('phone')
  return (
    <>
      {step.name === 'phoneNumber' ? (
        <NumberStep step={step} isBusy={isBusy} run={run} />
      ) : (
        <CodeStep step={step} isBusy={isBusy} run={run} />
      )}
      <Button kind="quiet" onClick={() => run('backToMethods')}>
        {t('back')}
      </Button>
    </>
  )
}
