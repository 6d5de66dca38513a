import type { Config } from '@foyer/contract/config'
import type { i18n as I18n } from 'i18next'
import englishMessages from '@foyer/messages/en/email-link.json'
import { openAccountService } from '../account-service/open-account-service.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import type { Language } from '../language/choose-language.ts'
import { addMessages } from '../language/i18n.ts'
import type { OpenMethodSteps } from '../sign-in/method-steps.ts'
import type { SignInStore } from '../sign-in/store.ts'
import { createAskedLinks } from '../sign-in/asked-links.ts'
import { createEmailLinkSteps } from './email-link-steps.ts'
import { createOpenedEmailLink } from './opened-email-link.ts'
import type { OpenedEmailLinkNeeds, OpenEmailLink } from './opened-email-link.ts'
import { createPendingEmailLinks } from './pending-email-link.ts'

export { EmailLinkScreen } from './email-link-screen.tsx'
export { OpenedEmailLinkScreen } from './opened-email-link-screen.tsx'

export interface EmailLinkPartDeps {
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
  /** Milliseconds since the epoch. */
  now: () => number
}

/** The steps of the method, complete. Their script is fetched when a user chooses it. */
export async function prepareEmailLinkSteps(deps: EmailLinkPartDeps): Promise<OpenMethodSteps> {
  const services = await openServices(deps)
  return (attempt) => createEmailLinkSteps({ ...deps, ...attempt, ...services })
}

/** The screens of an opened link, complete. */
export async function prepareOpenedEmailLink(
  deps: EmailLinkPartDeps,
): Promise<(needs: OpenedEmailLinkNeeds) => OpenEmailLink> {
  const services = await openServices(deps)
  return ({ identity, arrivedLink, tell }) =>
    createOpenedEmailLink({ store: deps.store, identity, arrivedLink, tell, ...services })
}

async function openServices({
  i18n,
  config,
  answerLimitMs,
  storage,
  tabStorage,
  now,
}: EmailLinkPartDeps) {
  await addMessages(i18n, 'email-link', englishMessages)
  return {
    accountService: openAccountService(config, answerLimitMs),
    askedLinks: createAskedLinks(storage, now),
    pending: createPendingEmailLinks(tabStorage, now),
  }
}
