import { readPageData } from '@foyer/contract/page-data'
import type { i18n as I18n } from 'i18next'
import type { ComponentType, ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { Root as ReactRoot } from 'react-dom/client'
import type { RegistrationPartProps } from '../registration/registration-page.tsx'
import type { Language } from '../language/choose-language.ts'
import { changeLanguage, createI18n, languageOf } from '../language/i18n.ts'
import type { FetchMessages } from '../language/i18n.ts'
import type { Route } from '../browser/route.ts'
import { methodsIn, removeMarks } from '../prerendered/prerendered.ts'
import { hasMarks } from '../ui/provider-mark.tsx'
import { Root } from './root.tsx'
import type { ReadableStore, SignInState, SignInStore } from '../sign-in/store.ts'

export interface ScreensDeps {
  place: Element
  language: Language
  fetchMessages: FetchMessages
  store: SignInStore
  /** Fetches the script of the registration. */
  loadRegistration: (i18n: I18n) => Promise<{ default: ComponentType<RegistrationPartProps> }>
  onLanguage: (language: Language) => void
  /** Whether the prerendered buttons are shown, with the methods in the store. */
  isPrerendered: () => boolean
  /** Called if the markup did not match the state, and React has rendered it again. */
  onMismatch?: (error: unknown) => void
}

/** React with all screens. */
export interface Screens {
  i18n: I18n
  show: (route: Route) => void
}

/** Resolves when React shows the state of the store. */
export async function openScreens(deps: ScreensDeps, first: Route): Promise<Screens> {
  const { place, language, fetchMessages, store, onLanguage } = deps
  const i18n = await createI18n(language, fetchMessages)
  const setDocumentLanguage = (): void => {
    document.documentElement.lang = languageOf(i18n)
  }
  i18n.on('languageChanged', setDocumentLanguage)
  setDocumentLanguage()

  // The markup is not hydrated if its messages are now English because they could not be fetched, or if a browser's
  // translator has replaced its text nodes.
  const isTranslated = place.querySelector('font') !== null
  const isHydrated =
    deps.isPrerendered() &&
    languageOf(i18n) === language &&
    !isTranslated &&
    hasMarks(methodsIn(place))
  const read: ReadableStore = isHydrated
    ? {
        ...store,
        getInitialState: constant(prerenderedState(store.getState())),
      }
    : store
  // The year of the prerendered copyright line, which must be the same for hydration.
  const year = Number(readPageData(document.documentElement).year ?? new Date().getFullYear())
  const page = (route: Route) => (
    <Root
      route={route}
      i18n={i18n}
      store={read}
      run={store.run}
      loadRegistration={() => deps.loadRegistration(i18n)}
      year={year}
      onLanguage={(chosen) => {
        onLanguage(chosen)
        void changeLanguage(i18n, chosen)
      }}
    />
  )
  const root = isHydrated ? hydrate(deps, page(first)) : render(place, page(first))
  return {
    i18n,
    show: (route) => root.render(page(route)),
  }
}

/** Hydrates and shows the current state in one task, so that no frame is painted without the marks. */
function hydrate({ place, onMismatch = reportError }: ScreensDeps, page: ReactNode): ReactRoot {
  removeMarks(place)
  return flushSync(() => hydrateRoot(place, page, { onRecoverableError: onMismatch }))
}

function render(place: Element, page: ReactNode): ReactRoot {
  const root = createRoot(place)
  flushSync(() => root.render(page))
  return root
}

/** The state that the server rendered: the same buttons, without what only this browser knows. */
function prerenderedState({ screen, ...state }: SignInState): SignInState {
  const first = {
    lastUsed: null,
    account: null,
    canChangeTenant: false,
    inApp: null,
    step: { name: 'methods' },
    notice: null,
  } as const
  return {
    ...state,
    screen: screen.name === 'signInButtons' ? { ...screen, ...first } : screen,
    progress: { name: 'idle' },
    originalUrl: null,
    hasSignedOut: false,
    isRegistered: false,
    isInterrupted: false,
  }
}

/** The same value at each call, because React compares snapshots by identity. */
function constant<Value>(value: Value): () => Value {
  return () => value
}
