import type { Config } from '@foyer/contract/config'
import type { i18n } from 'i18next'
import englishWords from '@foyer/messages/en/sign-in-link.json'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { createAccountService } from '../account-service/account-service.ts'
import type { OpenLinkSteps } from './link-steps.ts'
import { createAskedLinks } from './asked-links.ts'
import { createLinkSteps } from './link-steps.ts'
import type { LinkStepsParts } from './link-steps.ts'

export { ArrivedLinkScreen } from './arrived-link-screen.tsx'
export { LinkSteps } from './link-steps-view.tsx'
export { NoticeView } from './notice-view.tsx'

interface Surroundings extends Pick<
  LinkStepsParts,
  'store' | 'shownLanguage' | 'search' | 'randomId'
> {
  words: i18n
  config: Config
  /** The storage of the whole browser. */
  storage: SafeStorage
  answerLimitMs: number
  /** Milliseconds since the epoch. */
  now: () => number
}

/** Sign-in links with their real dependencies. The script is fetched when it is needed. */
export async function prepareLinkSteps({
  words,
  config,
  storage,
  answerLimitMs,
  now,
  ...parts
}: Surroundings): Promise<OpenLinkSteps> {
  words.addResourceBundle('en', 'sign-in-link', englishWords)
  await words.loadNamespaces('sign-in-link')
  const accountService = createAccountService({
    functionUrl: config.functionUrl,
    limitMs: answerLimitMs,
    send: (address, init) => fetch(address, init),
  })
  const askedLinks = createAskedLinks(storage, now)
  return (attempt) => createLinkSteps({ ...parts, ...attempt, config, askedLinks, accountService })
}
