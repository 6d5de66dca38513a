import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { PhoneStep } from '../sign-in/screen.ts'
import { SentTo } from '../ui/sent-to.tsx'
import { MessageCodeForm } from '../code/message-code-form.tsx'

/** A phone number should not be broken between two lines. */
const noBreakSpace = '\u00a0'

interface CodeStepProps {
  step: Extract<PhoneStep, { name: 'verificationCode' }>
  isBusy: boolean
  run: RunCommand
}

/** Asks for the code that was sent to the number that the user entered. */
export function CodeStep({ step, isBusy, run }: CodeStepProps) {
  const { t } = useTranslation('phone')
  const phone = formattedNumber(step.phoneNumber)
  const intro = (
    <SentTo
      text={t('sent', { phone })}
      literal={phone}
      messages={step.messages}
      change={t('edit')}
      changeName={t('editNumber')}
      onChange={() => run('stepBack')}
    />
  )
  return <MessageCodeForm step={step} isBusy={isBusy} run={run} intro={intro} />
}

/** The number as it is usually written. */
function formattedNumber(phoneNumber: string): string {
  return (
    parsePhoneNumberFromString(phoneNumber)?.formatInternational().replaceAll(' ', noBreakSpace) ??
    phoneNumber
  )
}
