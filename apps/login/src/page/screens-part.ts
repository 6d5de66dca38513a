import type { Config } from '@foyer/contract/config'
import type { StepMethod } from '@foyer/contract/sign-in-methods'
import type { i18n as I18n } from 'i18next'
import type { LoadChunk } from '../browser/chunk-loader.ts'
import type { Route } from '../browser/route.ts'
import { noteNames } from '../browser/note-names.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import type { RepeatableFailure } from '../errors/failure.ts'
import type { AskForFactor } from '../identity/second-factor.ts'
import { keepLanguage } from '../language/choose-language.ts'
import type { Language } from '../language/choose-language.ts'
import type { ChoosePassword, ChoosePasswordNeeds } from '../password/choose-password.ts'
import { createFetchMessages } from '../language/fetch-messages.ts'
import type { OpenedEmailLinkNeeds, OpenEmailLink } from '../email-link/opened-email-link.ts'
import type { FindCompanyParts } from '../discovery/discovery-part.ts'
import type { FindCompany } from '../sign-in/open-find-company.ts'
import type { ExplainRejection, Refused } from '../sign-in/explain-rejection.ts'
import type { OpenLinkSteps } from '../sign-in/open-link-steps.ts'
import type { OpenMethodSteps } from '../sign-in/method-steps.ts'
import { takeInterrupted } from '../second-factor/factor-note.ts'
import { takeRegistered } from '../sign-in/registered-note.ts'
import type { StepHistory } from '../sign-in/step-history.ts'
import { createStepLoaders } from './load-steps.ts'
import { followSignIn } from './follow-sign-in.ts'
import {
  findCompanyScreen,
  inAppNotice,
  loadSignInLinkScreens,
  phoneScreen,
  rejectionDetails,
  secondFactorScreen,
} from './late-parts.tsx'
import { loadMarks } from '../ui/provider-mark.tsx'
import { findPrerendered, methodsIn } from '../prerendered/prerendered.ts'
import { openScreens } from './open-screens.tsx'
import type { Screens, ScreensDeps } from './open-screens.tsx'
import { preloadSteps } from './preload-steps.ts'

export interface ScreensPartDeps extends Omit<ScreensDeps, 'loadRegistration' | 'fetchMessages'> {
  /** Sends a request, or returns the response to the same request that was sent early. */
  ask: (path: string) => Promise<Response>
  loadChunk: LoadChunk
  loadConfig: () => Promise<Config>
  /** The storage of the whole browser. */
  storage: SafeStorage
  tabStorage: SafeStorage
  failureOf: (error: unknown) => RepeatableFailure
  shownLanguage: () => Language
  answerLimitMs: number
  randomId: () => string
  /** Milliseconds since the epoch. */
  now: () => number
  stepHistory: StepHistory
  /** Signs in to a new account. */
  signIn: (customToken: string) => void
}

/** React with all screens, and the features that only a user of the screens can choose. */
export interface ScreensPart extends Screens {
  loadInAppNotice: () => Promise<void>
  /** The steps of a method that are on this page. */
  loadSteps: (method: StepMethod, config: Config) => Promise<OpenMethodSteps>
  loadLinkSteps: (config: Config) => Promise<OpenLinkSteps>
  askForFactor: AskForFactor
  loadOpenedEmailLink: (config: Config) => Promise<(needs: OpenedEmailLinkNeeds) => OpenEmailLink>
  loadFindCompany: (deps: FindCompanyParts) => Promise<FindCompany>
  explainRejection: ExplainRejection
  loadChoosePassword: (config: Config) => Promise<(needs: ChoosePasswordNeeds) => ChoosePassword>
}

/**
 * Opens the screens. The script of each feature is fetched when it is needed; this file connects it, so that the first
 * script need not.
 */
export async function openScreensPart(deps: ScreensPartDeps, first: Route): Promise<ScreensPart> {
  const { loadChunk, store, tabStorage, now } = deps
  if (first === 'sign-in' && takeRegistered(tabStorage, now())) {
    store.setState({ isRegistered: true })
  }
  if (takeInterrupted(tabStorage, now())) store.setState({ isInterrupted: true })
  const { screen } = store.getState()
  const template = findPrerendered(deps.language)
  const rendered = [...methodsIn(deps.place), ...(template ? methodsIn(template.content) : [])]
  // Those of the markup too, which may be shown while the screens are opened. If they cannot be fetched, the buttons have
  // none, and React renders them again.
  await loadMarks('methods' in screen ? [...screen.methods, ...rendered] : rendered).catch(() => {})
  const screens = await openScreens(
    {
      ...deps,
      fetchMessages: createFetchMessages(deps.ask),
      loadRegistration: (i18n: I18n) => openRegistration(i18n, deps),
      onLanguage(chosen) {
        keepLanguage(chosen, deps.storage, location, history)
        deps.onLanguage(chosen)
      },
    },
    first,
  )
  const { i18n } = screens
  preloadSteps(store, i18n)
  followSignIn(store, window, () => tabStorage.remove(noteNames.pendingStep))

  return {
    ...screens,
    ...createStepLoaders(deps, i18n),
    async loadInAppNotice() {
      const [{ addInAppMessages }] = await Promise.all([
        import('../sign-in/views/in-app-part.ts'),
        inAppNotice.load(),
      ])
      await addInAppMessages(i18n)
    },
    async loadLinkSteps(config) {
      const [{ prepareLinkSteps }] = await loadChunk(() =>
        Promise.all([import('../sign-in-link/sign-in-link-part.ts'), loadSignInLinkScreens()]),
      )
      return prepareLinkSteps({ ...deps, i18n, config, search: () => location.search })
    },
    explainRejection: (refused) => explainRejection(refused, i18n, deps),
    async askForFactor(pending) {
      const { config } = store.getState()
      if (config === null) throw new Error('A sign-in has a config.')
      const [{ prepareSecondFactor }] = await loadChunk(() =>
        Promise.all([import('../second-factor/second-factor-part.ts'), secondFactorScreen.load()]),
      )
      const ask = await prepareSecondFactor({
        ...deps,
        i18n,
        config,
        async loadMessages() {
          const [{ openFactorMessages }] = await loadChunk(() =>
            Promise.all([import('../phone/phone-part.ts'), phoneScreen.load()]),
          )
          return openFactorMessages({ ...deps, config, locale: navigator.language })
        },
      })
      return ask(pending)
    },
    async loadFindCompany(parts) {
      const [{ prepareFindCompany }] = await loadChunk(() =>
        Promise.all([import('../discovery/discovery-part.ts'), findCompanyScreen.load()]),
      )
      return prepareFindCompany({ ...parts, ...deps, i18n, search: () => location.search })
    },
  }
}

async function openRegistration(i18n: I18n, deps: ScreensPartDeps) {
  const { createRegistrationPart } = await deps.loadChunk(
    () => import('../registration/registration-part.tsx'),
  )
  const Registration = await createRegistrationPart({ ...deps, i18n, storage: deps.tabStorage })
  return { default: Registration }
}

async function explainRejection(refused: Refused, i18n: I18n, deps: ScreensPartDeps) {
  const [part] = await deps.loadChunk(() =>
    Promise.all([import('../rejection/rejection-part.ts'), rejectionDetails.load()]),
  )
  return part.explainRejection(refused, i18n, deps.storage)
}
