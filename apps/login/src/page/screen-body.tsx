import type { Config } from '@foyer/contract/config'
import type { Method, SignInMethod } from '@foyer/contract/sign-in-methods'
import type { RunCommand } from '../sign-in/commands.ts'
import { isEmailLinkStep } from '../sign-in/email-link-step.ts'
import { isLinkStep, isPasswordStep, isPhoneStep } from '../sign-in/screen.ts'
import type { Screen, SignInButtons } from '../sign-in/screen.ts'
import { ChooseTenantScreen } from '../sign-in/views/choose-tenant-screen.tsx'
import { FailureScreen } from '../failure/failure-screen.tsx'
import {
  arrivedLinkScreen,
  confirmAccountScreen,
  emailLinkScreen,
  findCompanyScreen,
  inAppNotice,
  linkSteps,
  newPasswordScreen,
  openedEmailLinkScreen,
  passwordScreen,
  phoneScreen,
  rejectionDetails,
  secondFactorScreen,
} from './late-parts.tsx'
import { LinkFailedScreen } from '../linking/link-failed-screen.tsx'
import { SignInScreen } from '../sign-in/views/sign-in-screen.tsx'
import { SignedOutScreen } from '../sign-in/views/signed-out-screen.tsx'

interface ScreenBodyProps {
  config: Config | null
  screen: Exclude<Screen, { name: 'loading' | 'welcome' }>
  /** The sign-in methods as the config has them. */
  configured: readonly Method[]
  isBusy: boolean
  /** The sign-in method that is being carried out. */
  picked: SignInMethod | null
  applicationUrl: string | null
  productName: string | undefined
  /** The URL in the application. Null until it was requested. */
  originalUrl: string | null
  run: RunCommand
}

/** The controls of a screen. */
export function ScreenBody(props: ScreenBodyProps) {
  const { config, screen, isBusy, applicationUrl, productName, run } = props
  if (screen.name === 'signInButtons') return <SignIn {...props} screen={screen} />
  if (screen.name === 'chooseTenant') {
    return <ChooseTenantScreen tenants={screen.tenants} lastUsed={screen.lastUsed} run={run} />
  }
  if (screen.name === 'secondFactor') {
    const { step } = screen
    return step.name === 'newPhone' ? (
      <phoneScreen.View step={step.phone} isBusy={isBusy} run={run} />
    ) : (
      <secondFactorScreen.View step={step} isBusy={isBusy} run={run} />
    )
  }
  if (screen.name === 'openedEmailLink') {
    return (
      <openedEmailLinkScreen.View
        screen={screen}
        isBusy={isBusy}
        run={run}
        applicationUrl={applicationUrl}
      />
    )
  }
  if (screen.name === 'findCompany') {
    return <findCompanyScreen.View step={screen.step} isBusy={isBusy} run={run} />
  }
  if (screen.name === 'confirmAccount') return <confirmAccountScreen.View {...screen} run={run} />
  if (screen.name === 'signInLink') {
    return <arrivedLinkScreen.View isBusy={isBusy} run={run} applicationUrl={applicationUrl} />
  }
  if (screen.name === 'newPassword') {
    const after = { isBusy, run, applicationUrl }
    return <newPasswordScreen.View {...screen} {...after} />
  }
  if (screen.name === 'linkFailed') return <LinkFailedScreen run={run} />
  if (screen.name === 'signedOut') return <SignedOutScreen applicationUrl={applicationUrl} />
  const { failure } = screen
  return (
    <>
      {failure.rejected && <rejectionDetails.View failure={failure} config={config} />}
      <FailureScreen
        failure={failure}
        applicationUrl={applicationUrl}
        productName={productName}
        run={run}
      />
    </>
  )
}

/** The sign-in methods, or the steps of one. */
function SignIn(props: ScreenBodyProps & { screen: SignInButtons }) {
  const { screen, configured, isBusy, picked, applicationUrl, originalUrl, run } = props
  const { step } = screen
  if (isLinkStep(step)) return <linkSteps.View step={step} isBusy={isBusy} run={run} />
  if (isEmailLinkStep(step)) return <emailLinkScreen.View step={step} isBusy={isBusy} run={run} />
  if (isPasswordStep(step)) return <passwordScreen.View step={step} isBusy={isBusy} run={run} />
  if (isPhoneStep(step)) return <phoneScreen.View step={step} isBusy={isBusy} run={run} />
  return (
    <>
      {screen.inApp && (
        <inAppNotice.View
          inApp={screen.inApp}
          applicationUrl={originalUrl ?? applicationUrl}
          isOnlyWay={screen.methods.length === 1}
        />
      )}
      <SignInScreen
        methods={screen.methods}
        configured={configured}
        account={screen.account ?? null}
        lastUsed={screen.account ? null : screen.lastUsed}
        picked={picked}
        run={run}
      />
    </>
  )
}
