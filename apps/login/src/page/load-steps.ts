import type { Config } from '@foyer/contract/config'
import type { StepMethod } from '@foyer/contract/sign-in-methods'
import type { i18n as I18n } from 'i18next'
import type { LoadChunk } from '../browser/chunk-loader.ts'
import type { EmailLinkPartDeps } from '../email-link/email-link-part.ts'
import type { PasswordPartDeps } from '../password/password-part.ts'
import type { PhonePartDeps } from '../phone/phone-part.ts'
import type { OpenMethodSteps } from '../sign-in/method-steps.ts'
import {
  emailLinkScreen,
  newPasswordScreen,
  openedEmailLinkScreen,
  passwordScreen,
  phoneScreen,
} from './late-parts.tsx'

type PartDeps = EmailLinkPartDeps & PasswordPartDeps & PhonePartDeps

interface StepLoaderDeps extends Omit<
  PartDeps,
  'i18n' | 'config' | 'search' | 'reload' | 'events' | 'locale'
> {
  loadChunk: LoadChunk
}

/** Fetches the scripts of the methods whose steps are on this page, and connects them. */
export function createStepLoaders(deps: StepLoaderDeps, i18n: I18n) {
  const { loadChunk } = deps
  const withPage = (config: Config): PartDeps => ({
    ...deps,
    i18n,
    config,
    events: window,
    locale: navigator.language,
    search: () => location.search,
    reload: () => location.reload(),
  })

  const loadSteps = async (method: StepMethod, config: Config): Promise<OpenMethodSteps> => {
    if (method === 'emailLink') {
      const [{ prepareEmailLinkSteps }] = await loadChunk(() =>
        Promise.all([import('../email-link/email-link-part.ts'), emailLinkScreen.load()]),
      )
      return prepareEmailLinkSteps(withPage(config))
    }
    if (method === 'password') {
      const [{ preparePasswordSteps }] = await loadChunk(() =>
        Promise.all([import('../password/password-part.ts'), passwordScreen.load()]),
      )
      return preparePasswordSteps(withPage(config))
    }
    const [{ preparePhoneSignIn }] = await loadChunk(() =>
      Promise.all([import('../phone/phone-part.ts'), phoneScreen.load()]),
    )
    return preparePhoneSignIn(withPage(config))
  }

  const loadChoosePassword = async (config: Config) => {
    const [{ prepareChoosePassword }] = await loadChunk(() =>
      Promise.all([import('../password/password-part.ts'), newPasswordScreen.load()]),
    )
    return prepareChoosePassword(withPage(config))
  }

  const loadOpenedEmailLink = async (config: Config) => {
    const [{ prepareOpenedEmailLink }] = await loadChunk(() =>
      Promise.all([import('../email-link/email-link-part.ts'), openedEmailLinkScreen.load()]),
    )
    return prepareOpenedEmailLink(withPage(config))
  }

  return { loadSteps, loadChoosePassword, loadOpenedEmailLink }
}
