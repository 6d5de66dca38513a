import englishWords from '../../public/locales/en/loading.json'
import turkishWords from '../../public/locales/tr/loading.json'
import { createSafeStorage } from '../browser/safe-storage.ts'
import { chooseLanguage } from '../language/choose-language.ts'
import { takeAccessToken } from '../sign-in/manual-token.ts'
import './critical.css'

declare global {
  interface Window {
    /** The requests that were sent with the first byte of the page, by path. */
    foyerAnswers?: Record<string, Promise<Response>>
    /** The `access_token` that was in the address. */
    foyerAccessToken?: string | null
  }
}

// This file is bundled into the HTML: it runs before anything is painted, so that the loading view is
// in the visitor's language from its first frame.
window.foyerAccessToken = takeAccessToken(location, history) // C12
const language = chooseLanguage(
  location.search,
  createSafeStorage(() => localStorage),
)
const words = language === 'tr' ? turkishWords : englishWords

document.documentElement.lang = language
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

const paths = ['/config.json', ...(language === 'tr' ? ['/locales/tr/sign-in.json'] : [])]

window.foyerAnswers = Object.fromEntries(
  paths.map((path) => {
    const answer = fetch(path)
    // Whoever reads it hears of a failure; until then it is nobody's unhandled one.
    answer.catch(() => {})
    return [path, answer]
  }),
)
