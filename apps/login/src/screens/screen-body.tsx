import type { Screen } from '../sign-in/store.ts'
import { ChooseTenantScreen } from './choose-tenant/choose-tenant-screen.tsx'
import { FailureScreen } from './failure/failure-screen.tsx'
import { SignInScreen } from './sign-in/sign-in-screen.tsx'
import { SignedOutScreen } from './signed-out/signed-out-screen.tsx'

interface ScreenBodyProps {
  screen: Exclude<Screen, { name: 'loading' }>
  isBusy: boolean
  applicationUrl: string | null
}

/** What the visitor can do on a screen. */
export function ScreenBody({ screen, isBusy, applicationUrl }: ScreenBodyProps) {
  switch (screen.name) {
    case 'signInButtons':
      return (
        <SignInScreen
          methods={screen.methods}
          lastUsed={screen.lastUsed}
          isBusy={isBusy}
          onContinue={screen.continueWith}
        />
      )
    case 'chooseTenant':
      return <ChooseTenantScreen tenants={screen.tenants} onChoose={screen.choose} />
    case 'signedOut':
      return <SignedOutScreen applicationUrl={applicationUrl} />
    default:
      return <FailureScreen {...screen} applicationUrl={applicationUrl} />
  }
}
