import { Authentication, browserRuntime, isMobile, requestTimeout } from '@foyer/iap-sign-in'
import { identityToolkitOrigin } from '@foyer/iap-sign-in/request'
import { createEarlyFetch } from './inline/early-responses.ts'
import { trustSdkScripts } from './inline/trusted-scripts.ts'
import { createChunkLoader } from './browser/chunk-loader.ts'
import { createLoopGuard } from './browser/loop-guard.ts'
import { removeOldWorkers } from './browser/remove-old-workers.ts'
import { askedLinkKey } from './browser/note-names.ts'
import { whenOwnScriptFails } from './browser/own-errors.ts'
import { createSafeStorage } from './browser/safe-storage.ts'
import { loadConfig } from './config/load-config.ts'
import { requestConfig } from './config/request-config.ts'
import { failureOf } from './errors/failure.ts'
import { readPageData } from '@foyer/contract/page-data'
import { createFirstScreens } from './page/first-screens.ts'
import { freezeFirebaseDefaults } from './identity/freeze-firebase-defaults.ts'
import { createIdentity } from './identity/create-identity.ts'
import type { Language } from './language/choose-language.ts'
import { watchLeaving } from './browser/leaving.ts'
import { openRoute } from './browser/route.ts'
import { wasLedHere } from './browser/was-led-here.ts'
import { createLastAccount } from './sign-in/last-account.ts'
import { createLastMethod, keepOnLeaving } from './sign-in/last-method.ts'
import { createLastTenant } from './sign-in/last-tenant.ts'
import { createPage } from './sign-in/page.ts'
import { preloadScripts } from './page/preload.ts'
import { reviveButtons } from './sign-in/revive-buttons.ts'
import { createManualToken } from './sign-in/manual-token.ts'
import { createPendingLinks } from './sign-in/pending-links.ts'
import { createPendingSteps } from './sign-in/pending-step.ts'
import { createArrivedLink } from './sign-in-link/arrived-link.ts'
import { forgetOldLink } from './sign-in-link/forget-old-link.ts'
import { reloadForSignInLinks, takeSignInLink } from './sign-in-link/take-sign-in-link.ts'
import { createSignInFlow } from './sign-in/sign-in-flow.ts'
import { watchStay } from './sign-in/stay.ts'
import { createSignOuts, tellOnLeaving } from './sign-in/sign-outs.ts'
import { createSignInStore } from './sign-in/store.ts'
import { createStepHistory } from './sign-in/step-history.ts'
import { createTenantChoice } from './sign-in/tenant-choice.ts'

freezeFirebaseDefaults()
trustSdkScripts(new URL(location.href), window.trustedTypes)
const storage = createSafeStorage(() => localStorage)
const sessionStore = createSafeStorage(() => sessionStorage)
const now = (): number => Date.now()
const pageData = readPageData(document.documentElement)
const isUserLed = pageData.userLed !== undefined
const guard = createLoopGuard(sessionStore, now, isUserLed)
const manualToken = createManualToken(storage, sessionStore, () => navigator.locks)
const {
  accessToken,
  answers = {},
  isReturning = false,
  earlyPress = null,
  inApp = null,
  language: firstLanguage = 'en',
} = window.foyer ?? {}
const leaving = watchLeaving(window, () => watchStay(store, showLoadingError))
// A second guard that does not count presses: a press may have caused the page load, and it does not bring back a
// missing file.
const loadChunk = createChunkLoader(createLoopGuard(sessionStore, now, false), {
  ...leaving,
  isOnline: () => navigator.onLine,
  reload: () => location.reload(),
})

const earlyFetch = createEarlyFetch(answers, (url, init) => fetch(url, init))
let language: Language = firstLanguage
const chosenLanguage = (): Language => language

const store = createSignInStore()
const lastMethod = createLastMethod(storage)
const lastTenant = createLastTenant(storage)
const lastAccount = createLastAccount(storage)
const tenantChoice = createTenantChoice(window, sessionStore)
const engineRuntime = browserRuntime()
const enginePage = { ...engineRuntime.page, assign: leaving.to }
const randomId = (): string => crypto.randomUUID()
const route = openRoute(location, history)
const signOuts = createSignOuts({
  storage,
  tabStorage: sessionStore,
  lastAccount,
  randomId,
  now,
})
// Registration does not use a token from the URL. If it were stored, it would sign in the next user.
if (accessToken && route === 'sign-in') manualToken.put(accessToken)
const pendingSteps = createPendingSteps(sessionStore, now)
const pendingLinks = createPendingLinks(sessionStore, now)
const arrivedLink = createArrivedLink(
  takeSignInLink(location, history, sessionStore),
  sessionStore,
  randomId,
)
const stepHistory = createStepHistory(window)
const currentDate = (): Date => new Date()
const failureNow = (error: unknown) => failureOf(error, currentDate())
const answerLimitMs = requestTimeout(isMobile(navigator.userAgent))
const askForConfig = (tids: readonly string[] = []) =>
  loadConfig(() => requestConfig(earlyFetch, tids), location.hostname)
const loadSdk = () => loadChunk(() => import('./identity/firebase-identity.ts'))

const flow = createSignInFlow(store, {
  loadConfig: askForConfig,
  openIdentity: (config) =>
    createIdentity(config, {
      loadSdk,
      loadAllAccounts: () => loadChunk(() => import('./identity/all-accounts.ts')),
      leaveFor: leaving.to,
      storage: sessionStore,
      send: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(answerLimitMs) }),
      now,
      wasLedHere: () => wasLedHere(window, isUserLed, config.authDomain),
      askForFactor: async (pending) => (await screens.open()).askForFactor(pending),
    }),
  async loadAccountSteps(openConfig, identity, shown) {
    const { createAccountSteps } = await loadChunk(() => import('./create-account-steps.ts'))
    return createAccountSteps({
      config: openConfig.current(),
      servesTenant: openConfig.servesTenant,
      withTenants: openConfig.withTenants,
      identity,
      store,
      pendingLinks,
      storage,
      arrivedLink,
      lastAccount,
      lastTenant,
      tenantChoice,
      openScreens: screens.open,
      ...shown,
      date: currentDate,
      answerLimitMs,
    })
  },
  loadSteps: async (...how) => (await screens.open()).loadSteps(...how),
  explainRejection: async (refused) => (await screens.open()).explainRejection(refused),
  manualToken,
  pendingLinks,
  forgetAskedLink: () => storage.remove(askedLinkKey),
  arrivedLink,
  signOuts,
  pendingSteps,
  events: window,
  createAuthentication: (handler, { apiKey, emulatorUrl }, servesTenant) =>
    new Authentication(handler, {
      apiKey,
      servesTenant,
      identityToolkitOrigin: identityToolkitOrigin(emulatorUrl),
      runtime: {
        ...engineRuntime,
        page: tellOnLeaving(
          keepOnLeaving(enginePage, lastMethod, lastTenant, lastAccount),
          signOuts,
        ),
        fetch: earlyFetch,
      },
    }),
  guard,
  lastMethod,
  lastAccount,
  stepHistory,
  tenantChoice,
  tabStorage: sessionStore,
  async inAppBrowser() {
    if (inApp) await (await screens.open()).loadInAppNotice()
    return inApp
  },
  shownLanguage: chosenLanguage,
  date: currentDate,
  page: createPage(window, leaving.to),
})

const place = document.querySelector('#root') ?? document.body
let isReactLoaded = false
const screens = createFirstScreens({
  place,
  store,
  language,
  earlyPress,
  async loadScreens(isPrerendered, first) {
    const { openScreensPart } = await loadChunk(() => import('./page/screens-part.ts'))
    isReactLoaded = true
    return openScreensPart(
      {
        place,
        language,
        ask: earlyFetch,
        store,
        isPrerendered,
        loadChunk,
        loadConfig: askForConfig,
        storage,
        tabStorage: sessionStore,
        failureOf: failureNow,
        shownLanguage: chosenLanguage,
        answerLimitMs,
        randomId,
        now,
        stepHistory,
        onLanguage(chosen) {
          language = chosen
        },
        signIn(customToken) {
          manualToken.putOwn(customToken)
          history.replaceState(null, '', '/')
          screens.open().then(({ show }) => {
            show('sign-in')
            flow.start()
          }, showLoadingError)
        },
      },
      first,
    )
  },
  onFailure: showLoadingError,
})

whenOwnScriptFails(window, () => isReactLoaded && place.hasChildNodes(), showLoadingError)
reviveButtons(store, window)
reloadForSignInLinks(window)
void removeOldWorkers(() => navigator.serviceWorker)
forgetOldLink(storage, now)
if (route === 'registration') screens.open(route).catch(showLoadingError)
else {
  signOuts.follow(window)
  screens.follow()
  flow.start()
  if (!isReturning) preloadScripts(pageData)
}

function showLoadingError(reason?: unknown): void {
  window.foyer?.showLoadingError(reason)
}
