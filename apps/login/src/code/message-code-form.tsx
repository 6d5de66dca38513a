import { useRef } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import type { RunCommand } from '../sign-in/commands.ts'
import type { PhoneStep } from '../sign-in/screen.ts'
import { Resend } from '../ui/resend.tsx'
import { CodeForm } from './code-form.tsx'

interface MessageCodeFormProps {
  step: Extract<PhoneStep, { name: 'verificationCode' }>
  isBusy: boolean
  run: RunCommand
  /** Says where the message was sent. */
  intro: ReactNode
}

const errorKeys = {
  required: 'phone:codeFault.required',
  wrong: 'errors:INVALID_VERIFICATION_CODE',
  expired: 'errors:CODE_EXPIRED',
} as const

/** Asks for the code of a text message, and sends another one. */
export function MessageCodeForm({ step, isBusy, run, intro }: MessageCodeFormProps) {
  const { t } = useTranslation(['phone', 'errors'])
  const challenge = useRef<HTMLDivElement>(null)
  return (
    <CodeForm
      error={step.error === null ? undefined : t(errorKeys[step.error])}
      attempt={step.attempt}
      messages={step.messages}
      isBusy={isBusy}
      run={run}
      intro={intro}
      challenge={challenge}
    >
      <Resend
        label={t('resend')}
        at={step.resendAt}
        messages={step.messages}
        isBusy={isBusy}
        wait={(count) => t('resendIn', { count })}
        ready={t('resendNow')}
        onPress={() => challenge.current && run('resendCode', challenge.current)}
      />
    </CodeForm>
  )
}
