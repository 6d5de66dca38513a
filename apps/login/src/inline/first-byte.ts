import englishWords from '@foyer/messages/en/loading.json'
import turkishWords from '@foyer/messages/tr/loading.json'
import { inAppBrowserOf } from '../browser/in-app-browser.ts'
import { noteNames } from '../browser/note-names.ts'
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
import { wordsPath } from '../language/fetch-words.ts'
import { welcomePath } from '../browser/page-part.ts'
import { createLastMethod } from '../sign-in/last-method.ts'
import { manualTokenKey, takeAccessToken } from '../sign-in/manual-token.ts'
import '../styles/first-screens.css'
import { addLink } from './add-link.ts'
import { askEarly, toldEarly } from './early-answers.ts'
import type { EarlyAnswer, EarlyAnswers } from './early-answers.ts'
import { planEarly } from './early-plan.ts'
import { isListed } from './signed-in-list.ts'

declare global {
  interface Window {
    /**
     * What happened with the first byte of the page. Where it is missing, this script could not run, and
     * one in index.html says so. A browser too old to read this one may read that one, so it is written in
     * the oldest JavaScript and speaks both languages.
     */
    foyer?: {
      /** The `access_token` that was in the address. */
      accessToken: string | null
      /** Answers to requests, by address. */
      answers: EarlyAnswers
      isReturning: boolean
      /** Where the sign-in buttons are shown. */
      earlyPress: EarlyPress | null
      /** Called at the end of the HTML, before the first frame where that is possible. */
      start: () => void
      sayThatLoadingFailed: () => void
    }
  }
}

// This file is bundled into the HTML. Before anything is painted it puts the loading view into the user's language,
// and shows the prerendered buttons where only a press can follow; all else comes after the first frame, so that a
// slow phone shows it soon.
const accessToken = takeAccessToken(location, history) // C12
const storage = createSafeStorage(() => localStorage)
const sessionStore = createSafeStorage(() => sessionStorage)
const language = chooseLanguage(location.search, storage)
const words = language === 'tr' ? turkishWords : englishWords

const screensWords = wordsPath(language, 'sign-in')
const chunkLimitMs = 120_000 // H6
const page = document.documentElement
const place = document.querySelector('#root') ?? document.body
const loadingView = [...place.childNodes]
page.lang = language
document.title = words.title
const header = place.querySelector('.loading-header')
const subText = place.querySelector('.loading-sub')
if (location.pathname === welcomePath) {
  // A2. The sub text stays, empty, for the message of a failure.
  place.querySelector('.page')?.setAttribute('data-screen', 'welcome')
  header?.replaceChildren(`${words.welcome} 😊`)
  header?.setAttribute('class', 'loading-sub')
  subText?.replaceChildren()
} else {
  header?.replaceChildren(words.header)
  subText?.replaceChildren(words.subText)
}
page.removeAttribute('data-untranslated')
const data = readPageData(page)
const isNoted = (name: string): boolean => sessionStore.read(name) !== null
const hasDeparted = isNoted(noteNames.departure)
const plan = planEarly(data, {
  url: new URL(location.href),
  historyState: history.state,
  isFramed: window.top !== window,
  isSignedInTo: (tid) => isListed(tid, () => localStorage),
  hasDeparted,
  isUnderWay:
    accessToken !== null || isNoted(manualTokenKey) || Object.values(noteNames).some(isNoted),
  isInApp: inAppBrowserOf(navigator) !== null,
})
window.foyer = {
  accessToken,
  answers: {},
  isReturning: plan.isReturning,
  earlyPress: null,
  // Where the buttons are ready for the first frame, the first frame shows them (A1).
  start: () => void begin().catch(sayThatLoadingFailed),
  sayThatLoadingFailed,
}

async function begin(): Promise<void> {
  const earlyPress = plan.showsButtons ? showButtons() : null
  await painted()
  const { flow = '', sdk, lookup, project } = data
  const config = configPath(tidsIn(location.search))
  const answers: Record<string, EarlyAnswer> = { [config]: askEarly(config) }
  // English is in the script.
  if (language !== 'en') answers[screensWords] = askEarly(screensWords)
  if (lookup !== undefined) {
    answers[lookup] =
      plan.lookup === 'server' && project !== undefined
        ? toldEarly(project)
        : askEarly(lookup, { mode: 'cors', cache: 'no-cache' })
  }
  Object.assign(window.foyer ?? {}, { answers, earlyPress })
  for (const { origin, withCookies } of plan.connections) {
    addLink('preconnect', origin, withCookies)
  }
  if (sdk !== undefined && hasDeparted) addLink('modulepreload', sdk)
  if (earlyPress) focusHeading(place)
  // The user would wait for ever when the script that answers cannot be had, or fails as it starts.
  await withLimit(
    import(/* @vite-ignore */ flow),
    chunkLimitMs,
    () => new Error('The script did not arrive in time.'),
  )
}

/** Shows the prerendered buttons (C3). A press on one is kept for the flow. */
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

function sayThatLoadingFailed(): void {
  place.replaceChildren(...loadingView)
  const retry = document.createElement('button')
  retry.className = 'loading-retry'
  retry.textContent = words.retry
  retry.addEventListener('click', () => location.reload())
  if (header?.matches('.loading-sub')) header.remove()
  subText?.setAttribute('role', 'alert')
  subText?.replaceChildren(words.failed)
  subText?.after(retry)
}
