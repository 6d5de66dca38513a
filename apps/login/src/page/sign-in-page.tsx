import { brandingOf } from '@foyer/contract/branding-of'
import { methodsOf } from '@foyer/contract/config'
import { offersSignInLink } from '@foyer/contract/offers-sign-in-link'
import { useTranslation } from '../language/use-translation.tsx'
import { useStore } from 'zustand'
import type { Language } from '../language/choose-language.ts'
import { PageFrame } from '../layout/page-frame.tsx'
import { Alert } from '../failure/alert.tsx'
import { FailureActions } from '../failure/failure-actions.tsx'
import { LoadingView } from '../layout/loading-view.tsx'
import { ScreenHeading } from '../layout/screen-heading.tsx'
import { ScreenTop } from '../layout/screen-top.tsx'
import { ScreenBody } from './screen-body.tsx'
import { useHeading } from './use-heading.tsx'
import { withoutFieldErrors } from './without-field-errors.ts'
import type { RunCommand } from '../sign-in/commands.ts'
import { methodName } from '../sign-in/method-name.ts'
import { noticeView } from './late-parts.tsx'
import { Button } from '../ui/button.tsx'
import { failureIn, isBusy, pickedIn } from '../sign-in/store.ts'
import type { ReadableStore, SignInState } from '../sign-in/store.ts'
import { isPhoneStep } from '../sign-in/screen.ts'
import type { Screen, SignInButtons } from '../sign-in/screen.ts'
import '../styles/notice.css'

interface SignInPageProps {
  store: ReadableStore
  run: RunCommand
  year: number
  onLanguage: (language: Language) => void
}

/** The wrapper around the screens of a sign-in (A5). It shows the screen of the store. */
export function SignInPage({ store, run, year, onLanguage }: SignInPageProps) {
  const { t, language } = useTranslation('loading')
  const state = useStore(store)
  const { screen } = state
  const isWaiting = screen.name === 'loading' || screen.name === 'welcome'
  const failure = failureIn(state)
  const applicationUrl = state.config?.productURL ?? null
  const tenant = 'tenant' in screen ? screen.tenant : null
  const nameOf = (id: string) => methodName(id, state.config, tenant?.settings, language)
  const { heading, lead } = useHeading(screen, state.config?.branding?.applicationName, nameOf)
  const atMethods = screen.name === 'signInButtons' && screen.step.name === 'methods'
  const notice = atMethods ? screen.notice : null
  const arrival = atMethods || isChoice(screen) ? arrivalOf(state) : null
  const branding = brandingOf(state.config, tenant?.settings)

  return (
    <PageFrame
      screenName={screen.name}
      step={stepIn(screen)}
      heading={heading}
      branding={branding}
      help={state.config?.help}
      isWaiting={isWaiting}
      year={year}
      onLanguage={onLanguage}
    >
      {screen.name === 'loading' && <LoadingView header={t('header')} subText={t('subText')} />}
      {screen.name === 'welcome' && <LoadingView subText={heading} smiling />}
      <ScreenTop>
        {!isWaiting && (
          <ScreenHeading
            key={heading}
            heading={heading}
            lead={failure === null && arrival === null && notice === null ? lead : null}
            tenantName={tenant && tenant.name !== branding.productName ? tenant.name : null}
            onChangeTenant={
              atMethods && screen.canChangeTenant ? () => run('changeTenant') : undefined
            }
            isFocusElsewhere={hasFirstControl(screen)}
          />
        )}
        {/* Rendered before there is a notice, so that a screen reader announces the notice. */}
        {/* The notice has paragraphs, which `output` does not allow. */}
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
        <div role="status" className="notice-place">
          {arrival !== null && failure === null && <Arrival after={arrival} />}
          {notice && <noticeView.View notice={notice} nameOf={nameOf} run={run} />}
        </div>
        <Alert failure={failure} />
        {failure && screen.name !== 'failure' && (
          <FailureActions
            failure={failure}
            applicationUrl={screen.name === 'linkFailed' ? null : applicationUrl}
            productName={branding.productName}
            run={run}
          />
        )}
      </ScreenTop>
      {!isWaiting && (
        <ScreenBody
          config={state.config}
          screen={state.progress.name === 'idle' ? screen : withoutFieldErrors(screen)}
          configured={methodsOf(state.config ?? {}, tenant?.settings)}
          isBusy={isBusy(state)}
          picked={pickedIn(state)}
          applicationUrl={applicationUrl}
          productName={branding.productName}
          originalUrl={state.originalUrl}
          run={run}
        />
      )}
      {atMethods && hasLinkButton(state, screen) && (
        <WayToLink isLoading={isBusy(state) && pickedIn(state) === null} run={run} />
      )}
      {atMethods && state.config?.selfRegistration && notice?.name !== 'accountExists' && (
        <WayToRegister />
      )}
    </PageFrame>
  )
}

/** The step on the screen, for the transition between steps. */
function stepIn(screen: Screen): string {
  if (!('step' in screen)) return ''
  return 'phone' in screen.step ? screen.step.phone.name : screen.step.name
}

/** Whether a control of the screen takes the focus in place of the heading: its field, or what Enter should press. */
function hasFirstControl(screen: Screen): boolean {
  if (screen.name === 'chooseTenant') return screen.lastUsed !== undefined
  if (screen.name === 'findCompany' || screen.name === 'newPassword') return true
  if (screen.name === 'secondFactor') {
    return !['factorChoice', 'newFactor', 'newApp'].includes(screen.step.name)
  }
  if (screen.name !== 'signInButtons') return false
  return (
    isPhoneStep(screen.step) || /^(?:password$|reset$|linkAddress|emailLink)/.test(screen.step.name)
  )
}

/** Whether the user says which company it is, which comes before the methods. */
function isChoice({ name }: Screen): boolean {
  return name === 'chooseTenant' || name === 'findCompany'
}

type ArrivalReason = 'signOut' | 'registration' | 'interruption'

/** Why the application has redirected the user back here, if they should be told. */
function arrivalOf({
  hasSignedOut,
  isRegistered,
  isInterrupted,
}: SignInState): ArrivalReason | null {
  if (isInterrupted) return 'interruption'
  if (isRegistered) return 'registration'
  return hasSignedOut ? 'signOut' : null
}

/** Confirms a sign-out (K8), tells a user who wanted to register that they can sign in, or why to sign in again. */
function Arrival({ after }: { after: ArrivalReason }) {
  const { t } = useTranslation(['sign-in', 'errors'])
  const texts = {
    signOut: t('signedOut.heading'),
    registration: t('errors:ALREADY_REGISTERED'),
    interruption: t('signIn.interrupted'),
  }
  return <p className="notice">{texts[after]}</p>
}

/** Below the methods, unless one of them is the same for all accounts. */
function hasLinkButton({ config }: SignInState, { methods, tenant }: SignInButtons): boolean {
  return !methods.includes('emailLink') && offersSignInLink(config ?? {}, tenant?.settings)
}

/** A press before React is loaded is repeated when it is. */
function WayToLink({ isLoading, run }: { isLoading: boolean; run: RunCommand }) {
  const { t } = useTranslation('sign-in')
  return (
    <p className="aside">
      <Button kind="quiet" isAnsweredLater isBusy={isLoading} onClick={() => run('openLinkSteps')}>
        {t('signIn.emailLink')}
      </Button>
    </p>
  )
}

function WayToRegister() {
  const { t } = useTranslation('sign-in')
  return (
    <p className="aside">
      <span>{t('register.question')}</span> <a href="/registration">{t('register.link')}</a>
    </p>
  )
}
