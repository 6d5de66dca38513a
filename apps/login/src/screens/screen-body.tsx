import type { SignInMethod } from '@foyer/contract/config'
import type { Screen } from '../sign-in/store.ts'
import { isLinkStep } from '../sign-in-link/link-step.ts'
import { ChooseTenantScreen } from './choose-tenant/choose-tenant-screen.tsx'
import { ConfirmAccountScreen } from './confirm-account/confirm-account-screen.tsx'
import { FailureScreen } from './failure/failure-screen.tsx'
import { arrivedLinkScreen, inAppNotice, linkSteps, phoneScreen } from './late-parts.tsx'
import { LinkFailedScreen } from './link-failed/link-failed-screen.tsx'
import { SignInScreen } from './sign-in/sign-in-screen.tsx'
import { SignedOutScreen } from './signed-out/signed-out-screen.tsx'

interface ScreenBodyProps {
  screen: Exclude<Screen, { name: 'loading' | 'welcome' }>
  isBusy: boolean
  /** The sign-in method that is under way. */
  picked: SignInMethod | null
  applicationUrl: string | null
}

/** What the visitor can do on a screen. */
export function ScreenBody({ screen, isBusy, picked, applicationUrl }: ScreenBodyProps) {
  if (screen.name === 'signInButtons' && screen.step.name !== 'methods') {
    const { step, backToMethods } = screen
    return isLinkStep(step) ? (
      <linkSteps.View step={step} isBusy={isBusy} onBack={backToMethods} />
    ) : (
      <phoneScreen.View step={step} isBusy={isBusy} onBack={backToMethods} />
    )
  }
  if (screen.name === 'signInButtons') {
    return (
      <>
        {screen.wayOut && (
          <inAppNotice.View
            wayOut={screen.wayOut}
            applicationUrl={applicationUrl}
            isOnlyWay={screen.methods.length === 1}
          />
        )}
        <SignInScreen
          methods={screen.methods}
          lastUsed={screen.lastUsed}
          picked={picked}
          onContinue={screen.continueWith}
        />
      </>
    )
  }
  if (screen.name === 'chooseTenant') {
    return <ChooseTenantScreen tenants={screen.tenants} onChoose={screen.choose} />
  }
  if (screen.name === 'confirmAccount') return <ConfirmAccountScreen {...screen} />
  if (screen.name === 'signInLink') {
    return (
      <arrivedLinkScreen.View
        isBusy={isBusy}
        onSignIn={screen.signIn}
        applicationUrl={applicationUrl}
      />
    )
  }
  if (screen.name === 'linkFailed') return <LinkFailedScreen goOn={screen.goOn} />
  if (screen.name === 'signedOut') return <SignedOutScreen applicationUrl={applicationUrl} />
  return <FailureScreen {...screen} applicationUrl={applicationUrl} />
}
