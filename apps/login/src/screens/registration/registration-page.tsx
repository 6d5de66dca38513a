import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import type { Language } from '../../language/choose-language.ts'
import { PageFrame } from '../../layout/page-frame.tsx'
import type { RegistrationFlow, RegistrationStep } from '../../registration/registration-flow.ts'
import { Button } from '../../ui/button.tsx'
import { Alert } from '../failure/alert.tsx'
import { LoadingView } from '../loading/loading-view.tsx'
import { ScreenHeading } from '../screen-heading.tsx'
import { RegistrationForm } from './registration-form.tsx'

interface RegistrationPageProps {
  flow: RegistrationFlow
  year: number
  onLanguage: (language: Language) => void
}

/** Requirements A3, D10: a newcomer registers, by an invitation or without. */
export function RegistrationPage({ flow, year, onLanguage }: RegistrationPageProps) {
  const { config, step } = useStore(flow.store)
  const { t } = useTranslation(['registration', 'loading', 'errors'])
  const { heading, lead } = useHeading(step)

  useEffect(() => flow.start(), [flow])

  return (
    <PageFrame
      screenName={`registration-${step.name}`}
      heading={heading}
      branding={config?.branding ?? {}}
      isWaiting={step.name === 'loading'}
      year={year}
      onLanguage={onLanguage}
    >
      {step.name === 'loading' ? (
        <LoadingView header={t('loading:header')} subText={t('loading:subText')} />
      ) : (
        <ScreenHeading key={step.name} heading={heading} lead={lead} tenantName={null} />
      )}
      <Alert failure={'failure' in step ? step.failure : null} />
      <StepBody flow={flow} step={step} />
      {config !== null && step.name !== 'loading' && (
        <p className="aside">
          {step.name === 'form' && `${t('haveAccount')} `}
          <a
            className={step.name === 'form' ? undefined : 'button button-primary'}
            href={config.productURL}
          >
            {t('logIn')}
          </a>
        </p>
      )}
    </PageFrame>
  )
}

function StepBody({ flow, step }: { flow: RegistrationFlow; step: RegistrationStep }): ReactNode {
  const { t } = useTranslation(['registration', 'errors'])
  if (step.name === 'form') {
    return <RegistrationForm step={step} onChange={flow.keep} onSubmit={flow.submit} />
  }
  if (step.name === 'confirmation') {
    const { isSending } = step
    return (
      <>
        <Button look="primary" isBusy={isSending} isIdle={isSending} onClick={flow.confirm}>
          {t('confirmation.submit')}
        </Button>
        <output className="visually-hidden">{isSending && t('sending')}</output>
      </>
    )
  }
  if (step.name === 'mailSent') return <p className="hint">{t('mailSent.hint')}</p>
  if (step.name === 'failed') {
    return (
      <Button look="primary" onClick={flow.start}>
        {t('errors:action.retry')}
      </Button>
    )
  }
  return null
}

function useHeading(step: RegistrationStep): { heading: string; lead: string | null } {
  const { t } = useTranslation(['registration', 'errors'])
  const headings: Record<RegistrationStep['name'], { heading: string; lead: string | null }> = {
    loading: { heading: t('heading'), lead: null },
    form: {
      heading: t('heading'),
      lead: t(step.name === 'form' && step.isInvited ? 'leadInvited' : 'lead'),
    },
    confirmation: { heading: t('confirmation.heading'), lead: t('confirmation.lead') },
    mailSent: {
      heading: t('mailSent.heading'),
      lead: t('mailSent.lead', { email: step.name === 'mailSent' ? step.email : '' }),
    },
    closed: { heading: t('closed.heading'), lead: t('closed.lead') },
    refused: { heading: t('heading'), lead: null },
    failed: { heading: t('errors:heading'), lead: null },
  }
  return headings[step.name]
}
