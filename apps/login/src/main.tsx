import { Authentication, isMobile } from '@foyer/iap-sign-in'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { createEarlyAnswers } from './boot/early-answers.ts'
import { trustSdkScripts } from './boot/trusted-scripts.ts'
import { createChunkLoader } from './browser/chunk-loader.ts'
import { inAppBrowserOf } from './browser/in-app-browser.ts'
import { createLoopGuard } from './browser/loop-guard.ts'
import { removeOldWorkers } from './browser/remove-old-workers.ts'
import { createSafeStorage } from './browser/safe-storage.ts'
import { withLimit } from './browser/with-limit.ts'
import { loadConfig } from './config/load-config.ts'
import { CodedError } from './errors/coded-error.ts'
import { failureOf } from './errors/failure.ts'
import { freezeFirebaseDefaults } from './identity/freeze-firebase-defaults.ts'
import { createLocalProviderScript } from './identity/local-provider-script.ts'
import { chooseLanguage, saveLanguage } from './language/choose-language.ts'
import type { Language } from './language/choose-language.ts'
import { changeLanguage, createWords, spokenLanguage } from './language/words.ts'
import { openPart } from './page-part.ts'
import type { PagePart } from './page-part.ts'
import { createPendingCodes } from './phone/pending-code.ts'
import { inAppNotice, phoneScreen } from './screens/late-parts.ts'
import { createLastMethod } from './sign-in/last-method.ts'
import { reviveButtons } from './sign-in/revive-buttons.ts'
import { createManualToken } from './sign-in/manual-token.ts'
import { createPendingLinks } from './sign-in/pending-links.ts'
import { createSignInFlow } from './sign-in/sign-in-flow.ts'
import { createSignInStore } from './sign-in/store.ts'
import './styles/base.css'
import './styles/frame.css'
import './styles/brand.css'
import './styles/controls.css'
import './styles/messages.css'
import './styles/language.css'

const wordsLimitMs = 2000 // leaves a second of the three that NW-02 allows

freezeFirebaseDefaults()
trustSdkScripts(new URL(location.href), window.trustedTypes)

const storage = createSafeStorage(() => localStorage)
const sessionStore = createSafeStorage(() => sessionStorage)
const guard = createLoopGuard(sessionStore, () => Date.now())
const manualToken = createManualToken(storage, navigator.locks)
if (window.foyerAccessToken) manualToken.put(window.foyerAccessToken)
const loadChunk = createChunkLoader(guard, {
  isOnline: () => navigator.onLine,
  reload: () => location.reload(),
})

const answerTo = createEarlyAnswers(window.foyerAnswers ?? {}, (path) => fetch(path))
const loadSdk = () => loadChunk(() => import('./identity/firebase-identity.ts'))
// Beside everything else, and never waited for by what the visitor sees first.
const sdk = loadSdk()
sdk.catch(() => {})

let language = chooseLanguage(location.search, storage)
const chosenLanguage = (): Language => language
const wordsToCome = createWords(language, (wanted, namespace) =>
  withLimit(
    answerTo(`/locales/${wanted}/${namespace}.json`),
    wordsLimitMs,
    () => new CodedError('deadline-exceeded'),
  ),
)

const store = createSignInStore()
const pendingCodes = createPendingCodes(sessionStore, () => Date.now())
const pendingLinks = createPendingLinks(sessionStore, () => Date.now())
const now = (): Date => new Date()
const answerLimitMs = isMobile(navigator.userAgent) ? 60_000 : 30_000 // H1
const askForConfig = () => loadConfig(() => answerTo('/config.json'), location.hostname)
const flow = createSignInFlow(store, {
  loadConfig: askForConfig,
  async loadIdentity(config) {
    const { createFirebaseIdentity } = await sdk.catch(loadSdk)
    const loadProviderScript = createLocalProviderScript(config.emulatorUrl)
    // For pop-ups the SDK fetches it at once, unless it is there; its absence is told when it is needed.
    if (config.signInFlow === 'popup') await loadProviderScript().catch(() => {})
    return createFirebaseIdentity(config, { loadProviderScript })
  },
  async loadAccountSteps(config, identity) {
    const { createAccountSteps } = await loadChunk(() => import('./sign-in/account-steps.ts'))
    return createAccountSteps({
      config,
      identity,
      store,
      pendingLinks,
      failureOf: (error) => failureOf(error, now()),
      now,
      answerLimitMs,
      send: (address, init) => fetch(address, init),
      wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    })
  },
  async loadPhoneSignIn(config) {
    const [{ preparePhoneSignIn }] = await loadChunk(() =>
      Promise.all([import('./phone/phone-part.ts'), phoneScreen.load()]),
    )
    return preparePhoneSignIn({
      words: await wordsToCome,
      config,
      store,
      events: window,
      storage,
      pendingCodes,
      failureOf: (error) => failureOf(error, now()),
      shownLanguage: chosenLanguage,
      locale: navigator.language,
      now: () => Date.now(),
    })
  },
  manualToken,
  pendingLinks,
  pendingCodes,
  events: window,
  createAuthentication: (handler, { apiKey, tenants, emulatorUrl }) =>
    new Authentication(handler, {
      apiKey,
      tenantIds: tenants && Object.keys(tenants),
      identityToolkitOrigin: emulatorUrl && `${emulatorUrl}/www.googleapis.com`,
    }),
  guard,
  lastMethod: createLastMethod(storage),
  async inAppBrowser() {
    const inApp = inAppBrowserOf(navigator)
    if (inApp) await loadChunk(inAppNotice.load)
    return inApp
  },
  shownLanguage: chosenLanguage,
  now,
  page: {
    search: () => location.search,
    path: () => location.pathname,
    moveTo: (path) =>
      history.replaceState(history.state, '', `${path}${location.search}${location.hash}`),
    leave: (url) => location.assign(url),
    reload: () => location.reload(),
    whenBackOnline(callback) {
      if (!navigator.onLine) window.addEventListener('online', callback, { once: true })
    },
    whenMoved(callback) {
      const { search } = location
      window.addEventListener('popstate', function hear() {
        // A link to a place in the same page moves the history too.
        if (location.search === search) return
        window.removeEventListener('popstate', hear)
        callback()
      })
    },
  },
})

reviveButtons(store, window)
void removeOldWorkers(navigator.serviceWorker)
const part = openPart(location, history)
// The flow needs no words, and they may take their time.
if (part === 'sign-in') flow.start()

const words = await wordsToCome
const tellLanguage = (): void => {
  document.documentElement.lang = spokenLanguage(words)
}
tellLanguage()
words.on('languageChanged', tellLanguage)

const place = document.querySelector('#root')
const root = place && createRoot(place)

async function loadRegistration() {
  const { createRegistrationPart } = await loadChunk(
    () => import('./registration/registration-part.tsx'),
  )
  const Registration = await createRegistrationPart({
    words,
    storage: sessionStore,
    loadConfig: askForConfig,
    failureOf: (error) => failureOf(error, now()),
    shownLanguage: chosenLanguage,
    answerLimitMs,
    signIn(customToken) {
      manualToken.put(customToken)
      history.replaceState(null, '', '/')
      show('sign-in')
    },
  })
  return { default: Registration }
}

function show(shown: PagePart): void {
  root?.render(
    <StrictMode>
      <App
        part={shown}
        words={words}
        store={store}
        flow={flow}
        loadRegistration={loadRegistration}
        year={new Date().getFullYear()}
        onLanguage={(chosen) => {
          language = chosen
          saveLanguage(chosen, storage)
          void changeLanguage(words, chosen)
        }}
      />
    </StrictMode>,
  )
}

show(part)
