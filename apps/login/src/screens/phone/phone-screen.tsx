import type { ReactNode } from 'react'
import { useTranslation } from '../../language/use-translation.tsx'
import type { PhoneStep } from '../../phone/phone-step.ts'
import { Button } from '../../ui/button.tsx'
import { CodeStep } from './code-step.tsx'
import { NumberStep } from './number-step.tsx'

interface PhoneScreenProps {
  step: PhoneStep
  /** A message or a code is under way. */
  isBusy: boolean
  onBack: () => void
}

export function PhoneScreen({ step, isBusy, onBack }: PhoneScreenProps): ReactNode {
  const { t } = useTranslation('phone')
  return (
    <>
      {step.name === 'phoneNumber' ? (
        <NumberStep step={step} isBusy={isBusy} />
      ) : (
        <CodeStep step={step} isBusy={isBusy} />
      )}
      <Button look="quiet" onClick={onBack}>
        {t('back')}
      </Button>
    </>
  )
}
