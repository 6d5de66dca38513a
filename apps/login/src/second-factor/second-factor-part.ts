import type { Config } from '@foyer/contract/config'
import type { i18n as I18n } from 'i18next'
import englishMessages from '@foyer/messages/en/second-factor.json'
import type { SafeStorage } from '../browser/safe-storage.ts'
import type { AskForFactor } from '../identity/second-factor.ts'
import type { Language } from '../language/choose-language.ts'
import { addMessages } from '../language/i18n.ts'
import { addPhoneMessages } from '../code/add-phone-messages.ts'
import { createAskForFactor } from './ask-for-factor.ts'
import type { AskForFactorDeps } from './ask-for-factor.ts'
import { createFactorNote } from './factor-note.ts'

export { SecondFactorScreen } from './second-factor-screen.tsx'

interface SecondFactorPartDeps extends Pick<
  AskForFactorDeps,
  'store' | 'stepHistory' | 'failureOf' | 'loadMessages'
> {
  i18n: I18n
  config: Config
  tabStorage: SafeStorage
  shownLanguage: () => Language
  /** Milliseconds since the epoch. */
  now: () => number
}

/** The second factor with its real dependencies. The script is fetched when an account has one. */
export async function prepareSecondFactor(deps: SecondFactorPartDeps): Promise<AskForFactor> {
  const { i18n, tabStorage, now, shownLanguage } = deps
  await addPhoneMessages(i18n)
  await addMessages(i18n, 'second-factor', englishMessages)
  return createAskForFactor({
    ...deps,
    note: createFactorNote(tabStorage, now),
    languageCode: shownLanguage,
    defaultName: () => i18n.t('second-factor:newApp.defaultName'),
    async drawQrCode(text) {
      const { drawQrCode } = await import('./qr-code.ts')
      return drawQrCode(text)
    },
  })
}
