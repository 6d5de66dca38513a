import type { ReactNode } from 'react'
import { useTranslation } from '../language/use-translation.tsx'
import { useStore } from 'zustand'
import type { Language } from '../language/choose-language.ts'
import { PageFrame } from '../layout/page-frame.tsx'
import type { RegistrationFlow } from './registration-flow.ts'
import type { RegistrationStep } from './registration-state.ts'
import { Button } from '../ui/button.tsx'
import { useSecondsUntil } from '../ui/use-seconds-until.ts'
import { Alert } from '../failure/alert.tsx'
import { LoadingView } from '../layout/loading-view.tsx'
import { ScreenHeading } from '../layout/screen-heading.tsx'
import { ScreenTop } from '../layout/screen-top.tsx'
import { MailSent } from './mail-sent.tsx'
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

interface UnusableProps {
  step: Extract<RegistrationStep, { name: 'unusable' }>
  canRegister: boolean
  onRegister: () => void
}

/** Requirements A3, D10: a new user registers, with or without an invitation. */
export function RegistrationPage({ flow, year, onLanguage }: RegistrationPageProps) {
  const { config, step } = useStore(flow.store)
  const { t } = useTranslation(['registration', 'loading', 'errors'])
  const { heading, lead } = useHeading(step)
  const failure = 'failure' in step ? step.failure : null
  const message = useFailureMessage(step)

  return (
    <PageFrame
      screenName={`registration-${step.name}`}
      heading={heading}
      branding={config?.branding ?? {}}
      help={config?.help}
      isWaiting={step.name === 'loading'}
      year={year}
      onLanguage={onLanguage}
    >
      {step.name === 'loading' && (
        <LoadingView header={t('loading:header')} subText={t('loading:subText')} />
      )}
      <ScreenTop>
        {step.name !== 'loading' && (
          <ScreenHeading
            key={step.name}
            heading={heading}
            lead={failure === null ? lead : null}
            tenantName={null}
            isFocusElsewhere={step.name === 'form' && step.isCorrection}
          />
        )}
        <Alert failure={failure} message={message} />
      </ScreenTop>
      <StepBody flow={flow} step={step} />
      {step.name === 'unusable' && (
        <Unusable
          step={step}
          canRegister={config?.selfRegistration === true}
          onRegister={flow.leaveLink}
        />
      )}
      {config && <LogInLink step={step} url={config.productURL} />}
    </PageFrame>
  )
}

/** The general messages are about signing in. */
function useFailureMessage(step: RegistrationStep): string | undefined {
  const { t } = useTranslation('registration')
  const key = 'failure' in step ? step.failure?.key : undefined
  if (key === 'REGISTRATION_REFUSED' && step.name === 'unusable') return t('unusable.unknown')
  if (key === 'TOO_MANY_REQUESTS' && step.name === 'mailSent') return t('failure.tooMany')
  if (key === 'SERVICE_UNAVAILABLE') return t('failure.unavailable')
  return key === 'UNKNOWN_ERROR' ? t('failure.unknown') : undefined
}

function StepBody({ flow, step }: { flow: RegistrationFlow; step: RegistrationStep }): ReactNode {
  const { t } = useTranslation(['registration', 'errors'])
  if (step.name === 'form') {
    return <RegistrationForm step={step} onChange={flow.keep} onSubmit={flow.submit} />
  }
  if (step.name === 'confirmation') return <Confirmation step={step} onConfirm={flow.confirm} />
  if (step.name === 'mailSent') {
    return <MailSent step={step} onResend={flow.resend} onCorrect={flow.correct} />
  }
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

/** What to do about a link that cannot be used, besides what its message says. */
function Unusable({ step, canRegister, onRegister }: UnusableProps) {
  const { t } = useTranslation('registration')
  if (step.isInvitation || !canRegister) return null
  return (
    <a className="button button-primary" href="/registration" onClick={onRegister}>
      {t('unusable.again')}
    </a>
  )
}

/** A link beside the form, or the only action that is left. */
function LogInLink({ step, url }: { step: RegistrationStep; url: string }) {
  const { t } = useTranslation('registration')
  if (step.name === 'refused' || step.name === 'registered' || step.name === 'closed') {
    return (
      <a className="button button-primary" href={url}>
        {t('logIn')}
      </a>
    )
  }
  const hasAction = step.name === 'form' || step.name === 'confirmation' || step.name === 'unusable'
  if (!hasAction) return null
  return (
    <p className="aside">
      <span>{t('haveAccount')}</span> <a href={url}>{t('logIn')}</a>
    </p>
  )
}

function useHeading(step: RegistrationStep): { heading: string; lead: string | null } {
  const { t } = useTranslation(['registration', 'errors'])
  const headings: Record<
    Exclude<RegistrationStep['name'], 'unusable'>,
    { heading: string; lead: string | null }
  > = {
    loading: { heading: t('heading'), lead: null },
    form: {
      heading: t('heading'),
      lead: t(step.name === 'form' && step.isInvited ? 'leadInvited' : 'lead'),
    },
    confirmation: { heading: t('confirmation.heading'), lead: t('confirmation.lead') },
    // The step itself says where the email was sent.
    mailSent: { heading: t('mailSent.heading'), lead: null },
    closed: { heading: t('closed.heading'), lead: t('closed.lead') },
    refused: { heading: t('refused.heading'), lead: null },
    registered: { heading: t('registered.heading'), lead: t('registered.lead') },
    failed: { heading: t('errors:heading'), lead: null },
  }
  if (step.name !== 'unusable') return headings[step.name]
  return { heading: t(step.isInvitation ? 'unusable.heading' : 'unusable.headingLink'), lead: null }
}
