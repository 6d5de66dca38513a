import type { i18n } from 'i18next'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { WordsProvider } from '../src/language/use-translation.tsx'
import { inAppNotice, loadSignInLinkScreens, phoneScreen } from '../src/page/late-parts.tsx'
import { Contents } from './contents.tsx'
import { entries } from './entries.tsx'
import { createGalleryWords } from './words.ts'
import '../src/styles/first-screens.css'
import './gallery.css'

const root = createRoot(document.querySelector('#root') ?? document.body)
const words = await createGalleryWords()
await Promise.all([inAppNotice.load(), phoneScreen.load(), loadSignInLinkScreens()])

// For tests, which open all of them.
Object.assign(window, { galleryEntries: [...entries.keys()] })

/** `#entry=NAME&lang=tr` shows one entry. Without an entry, it is the table of contents. */
async function show(): Promise<void> {
  const address = new URLSearchParams(location.hash.slice(1))
  const name = address.get('entry')
  const entry = name === null ? undefined : entries.get(name)
  const language = address.get('lang') === 'tr' ? 'tr' : 'en'
  await words.changeLanguage(language)
  document.documentElement.lang = language
  if (entry === undefined) return root.render(<Contents names={[...entries.keys()]} />)
  root.render(<Page key={location.hash} words={words} content={entry} />)
}

function Page({ words: spoken, content }: { words: i18n; content: () => ReactNode }) {
  useEffect(() => {
    // Tests wait for this attribute. The timeout lets pending promises update the page first.
    setTimeout(() => {
      document.documentElement.dataset['shown'] = location.hash
    })
  }, [])
  return <WordsProvider words={spoken}>{content()}</WordsProvider>
}

addEventListener('hashchange', () => void show())
await show()
