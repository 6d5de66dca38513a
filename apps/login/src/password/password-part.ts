import type { Config } from '@foyer/contract/config'
import englishMessages from '@foyer/messages/en/password.json'
import turkishMessages from '@foyer/messages/tr/password.json'
import type { i18n as I18n } from 'i18next'
import { openAccountService } from '../account-service/open-account-service.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import type { Language } from '../language/choose-language.ts'
import { addMessages } from '../language/i18n.ts'
import type { OpenMethodSteps } from '../sign-in/method-steps.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { createAskedLinks } from '../sign-in/asked-links.ts'
import { createChoosePassword } from './choose-password.ts'
import type { ChoosePassword, ChoosePasswordNeeds } from './choose-password.ts'
import { createPasswordSteps } from './password-steps.ts'
import { createPendingResets } from './pending-reset.ts'

export { NewPasswordScreen } from './new-password-screen.tsx'
export { PasswordScreen } from './password-screen.tsx'

export interface PasswordPartDeps {
  i18n: I18n
  config: Config
  store: SignInStore
  /** The storage of the whole browser. */
  storage: SafeStorage
  tabStorage: SafeStorage
  shownLanguage: () => Language
  answerLimitMs: number
  /** The query of the sign-in request. */
  search: () => string
  randomId: () => string
  reload: () => void
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Both languages are in this script, because the field must get the focus in the task of a press (`page/preload-steps.ts`). */
export function addPasswordMessages(i18n: I18n): Promise<void> {
  i18n.addResourceBundle('tr', 'password', turkishMessages)
  return addMessages(i18n, 'password', englishMessages)
}

/** The sign-in with a password, complete. Its script is fetched when a user chooses it. */
export async function preparePasswordSteps(deps: PasswordPartDeps): Promise<OpenMethodSteps> {
  const services = await openServices(deps)
  return (attempt) => createPasswordSteps({ ...deps, ...attempt, ...services })
}

/** The choice of a new password, complete. */
export async function prepareChoosePassword(
  deps: PasswordPartDeps,
): Promise<(needs: ChoosePasswordNeeds) => ChoosePassword> {
  const services = await openServices(deps)
  return (needs) => createChoosePassword({ ...deps, ...needs, ...services })
}

async function openServices({
  i18n,
  config,
  answerLimitMs,
  storage,
  tabStorage,
  now,
}: PasswordPartDeps) {
  await addPasswordMessages(i18n)
  return {
    accountService: openAccountService(config, answerLimitMs),
    askedLinks: createAskedLinks(storage, now),
    pending: createPendingResets(tabStorage, now),
  }
}
