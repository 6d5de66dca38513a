import englishMessages from '@foyer/messages/en/loading.json'
import turkishMessages from '@foyer/messages/tr/loading.json'
import { inAppBrowserOf } from '../browser/in-app-browser.ts'
import type { InAppBrowser } from '../browser/in-app-browser.ts'
import { lastAccountKey, noteNames } from '../browser/note-names.ts'
import { notLeft } from '../browser/not-left.ts'
import { painted } from '../browser/painted.ts'
import { createSafeStorage } from '../browser/safe-storage.ts'
import { withLimit } from '../browser/with-limit.ts'
import { readPageData } from '@foyer/contract/page-data'
import { listenEarly } from '../prerendered/early-press.ts'
import type { EarlyPress } from '../prerendered/early-press.ts'
import {
  findPrerendered,
  focusHeading,
  markButtons,
  showPrerendered,
} from '../prerendered/prerendered.ts'
import { configPath, tidsIn } from '../config/config-path.ts'
import { chooseLanguage } from '../language/choose-language.ts'
import type { Language } from '../language/choose-language.ts'
import { messagesPath } from '../language/fetch-messages.ts'
import { welcomePath } from '../browser/route.ts'
import { createLastMethod } from '../sign-in/last-method.ts'
import { manualTokenKey, takeAccessToken } from '../sign-in/manual-token.ts'
import '../styles/first-screens.css'
import { addLink } from './add-link.ts'
import { requestEarly, embeddedResponse } from './early-responses.ts'
import type { EarlyResponse, EarlyResponses } from './early-responses.ts'
import { planEarly } from './early-plan.ts'
import { isListed } from './signed-in-list.ts'

declare global {
  interface Window {
    /**
     * What the first script of the page has done. If it is missing, this script could not run, and a script in
     * index.html shows an error. That one is written in the oldest JavaScript and has both languages, so that a browser
     * that is too old for this script can run it.
     */
    foyer?: {
      /** The `access_token` from the URL. */
      accessToken: string | null
      /** Responses to requests, by URL. */
      answers: EarlyResponses
      isReturning: boolean
      /** The language of the page, until the user chooses another one. */
      language: Language
      /** The app that shows this page. */
      inApp: InAppBrowser | null
      /** Set if the sign-in buttons are shown. */
      earlyPress: EarlyPress | null
      /** Called at the end of the HTML, if possible before the first frame. */
      start: () => void
      /** @param reason an error, or `notLeft` */
      showLoadingError: (reason?: unknown) => void
    }
  }
}

// This file is bundled into the HTML. Before the first frame, it sets the language of the loading view, and shows the
// prerendered buttons if the next step can only be a press. Everything else comes after the first frame, so that a slow
// phone shows the frame sooner.
const accessToken = takeAccessToken(location, history) // C12
const storage = createSafeStorage(() => localStorage)
const sessionStore = createSafeStorage(() => sessionStorage)
const language = chooseLanguage(location.search, storage)
const messages = language === 'tr' ? turkishMessages : englishMessages

const screensMessages = messagesPath(language, 'sign-in')
const chunkLimitMs = 120_000 // H6
const page = document.documentElement
const place = document.querySelector('#root') ?? document.body
const loadingView = [...place.childNodes]
page.lang = language
document.title = messages.title
const header = place.querySelector('.loading-header')
const subText = place.querySelector('.loading-sub')
if (location.pathname === welcomePath) {
  // A2. The sub text stays empty, for the message of a failure.
  place.querySelector('.page')?.setAttribute('data-screen', 'welcome')
  // Not read aloud, as in loading-view.tsx.
  const smile = Object.assign(document.createElement('span'), { ariaHidden: 'true' })
  smile.append(' 😊')
  header?.replaceChildren(messages.welcome, smile)
  header?.setAttribute('class', 'loading-sub')
  subText?.replaceChildren()
} else {
  header?.replaceChildren(messages.header)
  subText?.replaceChildren(messages.subText)
}
page.removeAttribute('data-untranslated')
const data = readPageData(page)
const isNoted = (name: string): boolean => sessionStore.read(name) !== null
const hasDeparted = isNoted(noteNames.departure)
const inApp = inAppBrowserOf(navigator)
const plan = planEarly(data, {
  url: new URL(location.href),
  historyState: history.state,
  isFramed: window.top !== window,
  isSignedInTo: (tid) => isListed(tid, () => localStorage),
  hasDeparted,
  isUnderWay:
    accessToken !== null ||
    isNoted(manualTokenKey) ||
    // The account used last has a button, which only React renders.
    (storage.read(lastAccountKey) ?? '').startsWith(`${tidsIn(location.search).join()}\n`) ||
    Object.values(noteNames).some(isNoted),
  isInApp: inApp !== null,
})
window.foyer = {
  accessToken,
  answers: {},
  isReturning: plan.isReturning,
  language,
  inApp,
  earlyPress: null,
  // If the buttons are shown early, they are in the first frame (A1).
  start: () => void begin().catch(showLoadingError),
  showLoadingError,
}

async function begin(): Promise<void> {
  const earlyPress = plan.showsButtons ? showButtons() : null
  await painted()
  const { flow = '', sdk, lookup, project, config } = data
  const configUrl = configPath(tidsIn(location.search))
  const answers: Record<string, EarlyResponse> = {
    [configUrl]: config === undefined ? requestEarly(configUrl) : embeddedResponse(config),
  }
  // The English messages are in the script.
  if (language !== 'en') answers[screensMessages] = requestEarly(screensMessages)
  if (lookup !== undefined) {
    answers[lookup] =
      plan.lookup === 'server' && project !== undefined
        ? embeddedResponse(project)
        : requestEarly(lookup, { mode: 'cors', cache: 'no-cache' })
  }
  Object.assign(window.foyer ?? {}, { answers, earlyPress })
  for (const { origin, withCookies } of plan.connections) {
    addLink('preconnect', origin, withCookies)
  }
  if (sdk !== undefined && hasDeparted) addLink('modulepreload', sdk)
  if (earlyPress) focusHeading(place)
  // Without this, the user would wait for ever if the script cannot be fetched or fails at its start.
  await withLimit(
    import(/* @vite-ignore */ flow),
    chunkLimitMs,
    () => new Error('The script did not arrive in time.'),
  )
}

/** Shows the prerendered buttons (C3). A press is kept for the flow. */
function showButtons(): EarlyPress | null {
  const template = findPrerendered(language)
  if (!template) return null
  showPrerendered(template, place)
  const lastUsed = createLastMethod(storage).recall()
  markButtons(place, { lastUsed, picked: null })
  return listenEarly(place, ({ dataset: { method } }) => {
    if (method !== undefined) markButtons(place, { lastUsed, picked: method })
  })
}

function showLoadingError(reason?: unknown): void {
  place.replaceChildren(...loadingView)
  const retry = document.createElement('button')
  retry.className = 'loading-retry'
  retry.textContent = messages.retry
  retry.addEventListener('click', () => location.reload())
  if (header?.matches('.loading-sub')) header.remove()
  subText?.setAttribute('role', 'alert')
  subText?.replaceChildren(messages.failed, ' ', reason === notLeft ? '' : messages.check)
  subText?.after(retry)
}
