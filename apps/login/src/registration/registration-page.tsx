import type { ReactNode } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import { useStore } from 'zustand'
import type { ErrorKey } from '../errors/error-table.ts'
import type { Language } from '../language/choose-language.ts'
import { PageFrame } from '../layout/page-frame.tsx'
import type { RegistrationFlow } from './registration-flow.ts'
import type { RegistrationStep } from './registration-state.ts'
import { Button } from '../ui/button.tsx'
import { Sentence } from '../ui/sentence.tsx'
import { useSecondsUntil } from '../ui/use-seconds-until.ts'
import { Alert } from '../failure/alert.tsx'
import { LoadingView } from '../layout/loading-view.tsx'
import { ScreenHeading } from '../layout/screen-heading.tsx'
import { RegistrationForm } from './registration-form.tsx'

export interface RegistrationPartProps {
  year: number
  onLanguage: (language: Language) => void
}

interface RegistrationPageProps extends RegistrationPartProps {
  flow: RegistrationFlow
}

interface ConfirmationProps {
  step: Extract<RegistrationStep, { name: 'confirmation' }>
  onConfirm: () => void
}

/** Requirements A3, D10: a new user registers, with or without an invitation. */
export function RegistrationPage({ flow, year, onLanguage }: RegistrationPageProps) {
  const { config, step } = useStore(flow.store)
  const { t } = useTranslation(['registration', 'loading', 'errors'])
  const { heading, lead } = useHeading(step)
  const failure = 'failure' in step ? step.failure : null
  // The general messages are about signing in.
  const ownMessages: Partial<Record<ErrorKey, string>> = {
    SERVICE_UNAVAILABLE: t('failure.unavailable'),
    UNKNOWN_ERROR: t('failure.unknown'),
  }

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
      <Alert failure={failure} message={failure ? ownMessages[failure.key] : undefined} />
      <StepBody flow={flow} step={step} />
      {config && <LogInLink step={step} url={config.productURL} />}
    </PageFrame>
  )
}

function StepBody({ flow, step }: { flow: RegistrationFlow; step: RegistrationStep }): ReactNode {
  const { t } = useTranslation(['registration', 'errors'])
  if (step.name === 'form') {
    return <RegistrationForm step={step} onChange={flow.keep} onSubmit={flow.submit} />
  }
  if (step.name === 'confirmation') return <Confirmation step={step} onConfirm={flow.confirm} />
  if (step.name === 'mailSent') return <p className="hint">{t('mailSent.hint')}</p>
  if (step.name === 'failed') {
    return (
      <Button kind="primary" onClick={flow.retry}>
        {t('errors:action.retry')}
      </Button>
    )
  }
  return null
}

function Confirmation({ step, onConfirm }: ConfirmationProps) {
  const { t } = useTranslation('registration')
  const { isSending, failure } = step
  const isTooEarly = useSecondsUntil(failure?.retryAt) > 0
  return (
    <>
      <Button
        kind="primary"
        isBusy={isSending}
        isIdle={isSending || isTooEarly}
        onClick={onConfirm}
      >
        {t('submit')}
      </Button>
      <output className="visually-hidden">{isSending && t('sending')}</output>
    </>
  )
}

/** A link beside the form, or the only action that is left. */
function LogInLink({ step, url }: { step: RegistrationStep; url: string }) {
  const { t } = useTranslation('registration')
  if (step.name === 'refused' || step.name === 'closed') {
    return (
      <a className="button button-primary" href={url}>
        {t('logIn')}
      </a>
    )
  }
  if (step.name !== 'form' && step.name !== 'confirmation') return null
  return (
    <p className="aside">
      <span>{t('haveAccount')}</span> <a href={url}>{t('logIn')}</a>
    </p>
  )
}

function useHeading(step: RegistrationStep): { heading: string; lead: ReactNode } {
  const { t } = useTranslation(['registration', 'errors'])
  const email = step.name === 'mailSent' ? step.email : ''
  const headings: Record<RegistrationStep['name'], { heading: string; lead: ReactNode }> = {
    loading: { heading: t('heading'), lead: null },
    form: {
      heading: t('heading'),
      lead: t(step.name === 'form' && step.isInvited ? 'leadInvited' : 'lead'),
    },
    confirmation: { heading: t('confirmation.heading'), lead: t('confirmation.lead') },
    mailSent: {
      heading: t('mailSent.heading'),
      lead: <Sentence text={t('mailSent.lead', { email })} literal={email} />,
    },
    closed: { heading: t('closed.heading'), lead: t('closed.lead') },
    refused: { heading: t('heading'), lead: null },
    failed: { heading: t('errors:heading'), lead: null },
  }
  return headings[step.name]
}
