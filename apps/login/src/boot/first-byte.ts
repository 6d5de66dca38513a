import englishWords from '../../public/locales/en/loading.json'
import turkishWords from '../../public/locales/tr/loading.json'
import { createSafeStorage } from '../browser/safe-storage.ts'
import { chooseLanguage } from '../language/choose-language.ts'
import { takeAccessToken } from '../sign-in/manual-token.ts'
import { addLink } from './add-link.ts'
import './critical.css'
import { askEarly } from './early-answers.ts'
import type { EarlyAnswer, EarlyAnswers } from './early-answers.ts'
import { planEarly } from './early-plan.ts'
import { createProjectMemory } from './project-memory.ts'
import { isListed } from './signed-in-list.ts'

declare global {
  interface Window {
    /** What happened with the first byte of the page. */
    foyer?: {
      /** The `access_token` that was in the address. */
      accessToken: string | null
      /** The requests that were sent, by address. */
      answers: EarlyAnswers
      isReturning: boolean
      sayThatLoadingFailed: () => void
    }
  }
}

// This file is bundled into the HTML: it runs before anything is painted, so that the loading view is
// in the visitor's language from its first frame.
const accessToken = takeAccessToken(location, history) // C12
const storage = createSafeStorage(() => localStorage)
const language = chooseLanguage(location.search, storage)
const words = language === 'tr' ? turkishWords : englishWords

const page = document.documentElement
page.lang = language
document.title = words.title
for (const place of document.querySelectorAll<HTMLElement>('[data-words]')) {
  const { words: key } = place.dataset
  if (key === 'header' || key === 'subText') place.textContent = words[key]
}

// The loading view would stay for ever when the page's own script cannot be had.
window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLScriptElement) sayThatLoadingFailed()
  },
  true,
)

function sayThatLoadingFailed(): void {
  const retry = document.createElement('button')
  retry.className = 'loading-retry'
  retry.textContent = words.retry
  retry.addEventListener('click', () => location.reload())
  const message = document.querySelector('[data-words="subText"]')
  message?.setAttribute('role', 'alert')
  message?.replaceChildren(words.failed)
  message?.after(retry)
}

const plan = planEarly(new URL(location.href), history.state, page.dataset, (tid) =>
  isListed(tid, () => localStorage),
)

const answers: Record<string, EarlyAnswer> = {}
const isLookupRemembered =
  plan.lookup !== null && createProjectMemory(storage, Date.now).recall(plan.lookup) !== null
if (plan.lookup !== null && !isLookupRemembered) {
  answers[plan.lookup] = askEarly(plan.lookup, { mode: 'cors', cache: 'no-cache' })
}
if (language === 'tr') {
  answers['/locales/tr/sign-in.json'] = askEarly('/locales/tr/sign-in.json')
}
window.foyer = { accessToken, answers, isReturning: plan.isReturning, sayThatLoadingFailed }

const { sdk } = page.dataset
if (sdk !== undefined && !plan.isReturning) addLink('modulepreload', sdk)
for (const { origin, withCookies } of plan.connections) {
  addLink('preconnect', origin, withCookies)
}
