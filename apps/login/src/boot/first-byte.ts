import englishWords from '@foyer/messages/en/loading.json'
import turkishWords from '@foyer/messages/tr/loading.json'
import { inAppBrowserOf } from '../browser/in-app-browser.ts'
import { noteNames } from '../browser/note-names.ts'
import { painted } from '../browser/painted.ts'
import { createSafeStorage } from '../browser/safe-storage.ts'
import { withLimit } from '../browser/with-limit.ts'
import { dressDrawing, findDrawing, focusHeading, showDrawing } from '../first-screen/drawing.ts'
import { listenEarly } from '../first-screen/early-press.ts'
import type { EarlyPress } from '../first-screen/early-press.ts'
import { configPath, tidsIn } from '../config/config-path.ts'
import { chooseLanguage } from '../language/choose-language.ts'
import { wordsPath } from '../language/fetch-words.ts'
import { welcomePath } from '../page-part.ts'
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
      sayThatLoadingFailed: () => void
    }
  }
}

// This file is bundled into the HTML. Before anything is painted it puts the loading view into the
// visitor's language; all else comes after the first frame, so that a slow telephone shows it soon.
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
window.foyer = {
  accessToken,
  answers: {},
  isReturning: false,
  earlyPress: null,
  sayThatLoadingFailed,
}
Promise.all([painted(), parsed()]).then(begin).catch(sayThatLoadingFailed)

async function begin(): Promise<void> {
  const { flow = '', sdk, lookup, project } = page.dataset
  const isNoted = (name: string): boolean => sessionStore.read(name) !== null
  const hasDeparted = isNoted(noteNames.departure)
  const plan = planEarly(page.dataset, {
    url: new URL(location.href),
    historyState: history.state,
    isFramed: window.top !== window,
    isSignedInTo: (tid) => isListed(tid, () => localStorage),
    hasDeparted,
    isUnderWay:
      accessToken !== null || isNoted(manualTokenKey) || Object.values(noteNames).some(isNoted),
    isInApp: inAppBrowserOf(navigator) !== null,
  })

  const earlyPress = plan.showsButtons ? showButtons() : null
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
  const { isReturning } = plan
  window.foyer = { accessToken, answers, isReturning, earlyPress, sayThatLoadingFailed }
  for (const { origin, withCookies } of plan.connections) {
    addLink('preconnect', origin, withCookies)
  }
  if (sdk !== undefined && hasDeparted) addLink('modulepreload', sdk)
  if (earlyPress) {
    await painted()
    focusHeading(place)
  }
  // The user would wait for ever when the script that answers cannot be had, or fails as it starts.
  await withLimit(
    import(/* @vite-ignore */ flow),
    chunkLimitMs,
    () => new Error('The script did not arrive in time.'),
  )
}

/** Resolves when the HTML is there to its end. */
function parsed(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState !== 'loading') resolve()
    document.addEventListener('DOMContentLoaded', () => resolve())
  })
}

/** Shows the buttons that the server has drawn (C3). A press on one is kept for the flow. */
function showButtons(): EarlyPress | null {
  const drawing = findDrawing(language)
  if (!drawing) return null
  showDrawing(drawing, place)
  const lastUsed = createLastMethod(storage).recall()
  dressDrawing(place, { lastUsed, picked: null })
  return listenEarly(place, ({ dataset: { method } }) => {
    if (method !== undefined) dressDrawing(place, { lastUsed, picked: method })
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
