import { useEffect, useRef } from 'react'
import type { FormEvent } from 'react'
import { useTranslation } from '../../language/use-translation.tsx'
import type { LinkStep } from '../../sign-in-link/link-step.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface LinkStepsProps {
  step: LinkStep
  isBusy: boolean
  onBack: () => void
}

export function LinkSteps({ step, isBusy, onBack }: LinkStepsProps) {
  const { t } = useTranslation('sign-in-link')
  return (
    <>
      {step.name === 'linkAddress' ? (
        <AddressStep key={step.attempt} step={step} isBusy={isBusy} />
      ) : (
        <SentStep step={step} isBusy={isBusy} />
      )}
      <Button look="quiet" onClick={onBack}>
        {t('back')}
      </Button>
    </>
  )
}

type Step<Name extends LinkStep['name']> = Extract<LinkStep, { name: Name }>

function AddressStep({ step, isBusy }: { step: Step<'linkAddress'>; isBusy: boolean }) {
  const { t } = useTranslation('sign-in-link')
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (step.fault !== null) field.current?.focus()
  }, [step.fault])

  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!isBusy && field.current) step.send(field.current.value)
  }

  return (
    <form className="form" noValidate onSubmit={submit}>
      <TextField
        ref={field}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        label={t('address.email')}
        placeholder={t('address.placeholder')}
        defaultValue={step.typed}
        fault={step.fault === null ? undefined : t(`address.${step.fault}`)}
        isLive
      />
      <Button type="submit" look="primary" isBusy={isBusy} isIdle={isBusy}>
        {t('address.send')}
      </Button>
      <output className="visually-hidden">{isBusy && t('address.sending')}</output>
    </form>
  )
}

function SentStep({ step, isBusy }: { step: Step<'linkSent'>; isBusy: boolean }) {
  const { t } = useTranslation('sign-in-link')
  return (
    <div className="ways">
      <p className="hint">{t('sent.hint')}</p>
      <Button isBusy={isBusy} isIdle={isBusy} onClick={step.sendAgain}>
        {t('sent.again')}
      </Button>
      <Button look="quiet" onClick={step.editAddress}>
        {t('sent.editAddress')}
      </Button>
      <output className="visually-hidden">{isBusy && t('address.sending')}</output>
    </div>
  )
}
