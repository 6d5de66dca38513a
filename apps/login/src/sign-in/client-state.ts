import type { Config } from '@foyer/contract/config'
import type { Auth } from '@foyer/iap-sign-in'
import type { ErrorKey } from '../errors/error-table.ts'
import type { Screen } from './screen.ts'
import { failureIn, isBusy } from './store.ts'
import type { SignInState } from './store.ts'

/** The page's state with the names of requirement B7. */
export interface ClientState {
  loading: boolean
  currentScreen: Screen['name']
  app: Auth['app'] | null
  auth: Auth | null
  phoneConfirm: { verificationId: string } | null
  config: Config | null
  error: ErrorKey | ''
  phoneNumber: string | null
  idToken: string
  /** Set with the first screen that has data. */
  status?: Screen
  /** Set while the token is being used. */
  customToken?: string
}

export function clientStateOf(state: SignInState): ClientState {
  const { screen, config, auth, token } = state
  const step = screen.name === 'signInButtons' ? screen.step : null
  const message = step?.name === 'verificationCode' ? step : null
  return {
    loading: isBusy(state),
    currentScreen: screen.name,
    app: auth?.app ?? null,
    auth,
    phoneConfirm: message && { verificationId: message.verificationId },
    config,
    error: failureIn(state)?.key ?? '',
    phoneNumber: message?.phoneNumber ?? null,
    idToken: token?.name === 'idToken' ? token.value : '',
    ...(screen.name !== 'loading' && { status: screen }),
    ...(token?.name === 'customToken' && { customToken: token.value }),
  }
}
