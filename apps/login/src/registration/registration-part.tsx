import type { Config } from '@foyer/contract/config'
import type { i18n as I18n } from 'i18next'
import type { ComponentType } from 'react'
import englishMessages from '@foyer/messages/en/registration.json'
import { openAccountService } from '../account-service/open-account-service.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import type { Failure } from '../errors/failure.ts'
import type { Language } from '../language/choose-language.ts'
import { addMessages } from '../language/i18n.ts'
import { noteRegistered } from '../sign-in/registered-note.ts'
import type { StepHistory } from '../sign-in/step-history.ts'
import { RegistrationPage } from './registration-page.tsx'
import type { RegistrationPartProps } from './registration-page.tsx'
import { createEndedLinks } from './ended-link.ts'
import { createRegistrationDraft } from './registration-draft.ts'
import { createRegistrationFlow } from './registration-flow.ts'

interface RegistrationPartDeps {
  i18n: I18n
  storage: SafeStorage
  loadConfig: () => Promise<Config>
  failureOf: (error: unknown) => Failure
  shownLanguage: () => Language
  answerLimitMs: number
  signIn: (customToken: string) => void
  stepHistory: Pick<StepHistory, 'show'>
  now: () => number
}

/** The registration with its real dependencies. Its script is fetched when a user registers. */
export async function createRegistrationPart(
  deps: RegistrationPartDeps,
): Promise<ComponentType<RegistrationPartProps>> {
  const { i18n, storage, answerLimitMs, now } = deps
  await addMessages(i18n, 'registration', englishMessages)
  const flow = createRegistrationFlow({
    ...deps,
    draft: createRegistrationDraft(storage, () => crypto.randomUUID(), now),
    endedLinks: createEndedLinks(window.history),
    accountService: (config) => openAccountService(config, answerLimitMs),
    noteAccount: () => noteRegistered(storage, now()),
    leave: (url) => window.location.replace(url),
    takeHash() {
      const { hash, pathname, search } = window.location
      if (hash !== '') window.history.replaceState(window.history.state, '', pathname + search)
      return hash
    },
  })
  // Opening another link in the same tab changes only the fragment, which loads no page.
  window.addEventListener('hashchange', () => window.location.reload())
  flow.start()
  return (props) => <RegistrationPage {...props} flow={flow} />
}
