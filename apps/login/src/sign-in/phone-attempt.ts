import type { TellFailure } from '../errors/failure.ts'
import type { SignedIn, TenantAuth } from '../identity/identity.ts'
import type { ShowStep } from './commands.ts'
import type { BeginAttempt } from './newest-attempt.ts'
import type { OpenPhoneSignIn, PhoneSignIn } from './open-phone-sign-in.ts'
import type { PhoneStep } from './screen.ts'
import { showError } from './store.ts'
import type { SignInStore } from './store.ts'

/** Sign-in by phone: its script is fetched at the first press. */
export interface PhoneAttempt {
  start: () => void
  stop: () => void
}

interface PhoneAttemptDeps {
  store: SignInStore
  auth: TenantAuth
  languageCode: () => string
  beginAttempt: BeginAttempt
  loadPhoneSignIn: () => Promise<OpenPhoneSignIn>
  tell: TellFailure
  showStep: ShowStep<PhoneStep>
  /** Uses the account. Rejects if it cannot be used. */
  finish: (credential: SignedIn) => Promise<void>
}

export function createPhoneAttempt(deps: PhoneAttemptDeps): PhoneAttempt {
  const { store, auth, languageCode, showStep, tell, finish } = deps
  let phone: PhoneSignIn | null = null

  async function open(): Promise<void> {
    const isNewest = deps.beginAttempt('phone')
    try {
      const openPhoneSignIn = await deps.loadPhoneSignIn()
      if (!isNewest()) return
      phone ??= openPhoneSignIn({ auth, languageCode, showStep, accept: finish, tell })
      phone.start()
    } catch (error) {
      if (!isNewest()) return
      tell(
        error,
        (failure) => showError(store, failure),
        () => void open(),
      )
    }
  }

  return { start: () => void open(), stop: () => phone?.stop() }
}
