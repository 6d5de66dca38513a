import type { Config } from '@foyer/contract/config'
import type { i18n as I18n } from 'i18next'
import englishMessages from '@foyer/messages/en/sign-in-link.json'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { openAccountService } from '../account-service/open-account-service.ts'
import type { OpenLinkSteps } from '../sign-in/open-link-steps.ts'
import { createAskedLinks } from '../sign-in/asked-links.ts'
import { createLinkSteps } from './link-steps.ts'
import type { LinkStepsDeps } from './link-steps.ts'
import { createSentLinks } from './sent-link.ts'

export { ArrivedLinkScreen } from './arrived-link-screen.tsx'
export { LinkSteps } from './link-steps-view.tsx'
export { NoticeView } from './notice-view.tsx'

interface LinkScreensDeps extends Pick<
  LinkStepsDeps,
  'store' | 'shownLanguage' | 'search' | 'randomId'
> {
  i18n: I18n
  config: Config
  /** The storage of the whole browser. */
  storage: SafeStorage
  tabStorage: SafeStorage
  answerLimitMs: number
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Sign-in links with their real dependencies. The script is fetched when it is needed. */
export async function prepareLinkSteps({
  i18n,
  config,
  storage,
  tabStorage,
  answerLimitMs,
  now,
  ...deps
}: LinkScreensDeps): Promise<OpenLinkSteps> {
  i18n.addResourceBundle('en', 'sign-in-link', englishMessages)
  await i18n.loadNamespaces('sign-in-link')
  const accountService = openAccountService(config, answerLimitMs)
  const askedLinks = createAskedLinks(storage, now)
  const sentLinks = createSentLinks(tabStorage, now)
  return (attempt) =>
    createLinkSteps({ ...deps, ...attempt, config, askedLinks, sentLinks, accountService, now })
}
