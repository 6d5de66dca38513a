import type { i18n as I18n } from 'i18next'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nProvider } from '../src/language/use-translation.tsx'
import { Contents } from './contents.tsx'
import { entries } from './entries/entries.ts'
import { createGalleryI18n } from './i18n.ts'
import { loadLateParts } from './load-late-parts.ts'
import '../src/styles/first-screens.css'
import './gallery.css'

const root = createRoot(document.querySelector('#root') ?? document.body)
const i18n = await createGalleryI18n()
await loadLateParts()

// For tests, which show all of them.
Object.assign(window, { galleryEntries: [...entries.keys()], showGalleryEntry })

/** Resolves when the page shows the entry. */
function showGalleryEntry(entry: string, lang: string): Promise<void> {
  const hash = `#${new URLSearchParams({ entry, lang })}`
  if (location.hash === hash) return Promise.resolve()
  return new Promise((resolve) => {
    const root = document.documentElement
    const observer = new MutationObserver(() => {
      if (root.dataset['shown'] !== hash) return
      observer.disconnect()
      resolve()
    })
    observer.observe(root, { attributes: true })
    location.hash = hash
  })
}

/** `#entry=NAME&lang=tr` shows one entry. Without an entry, it is the table of contents. */
async function show(): Promise<void> {
  const address = new URLSearchParams(location.hash.slice(1))
  const name = address.get('entry')
  const entry = name === null ? undefined : entries.get(name)
  const language = address.get('lang') === 'tr' ? 'tr' : 'en'
  await i18n.changeLanguage(language)
  document.documentElement.lang = language
  if (entry === undefined) return root.render(<Contents names={[...entries.keys()]} />)
  root.render(<Page key={location.hash} i18n={i18n} content={entry} />)
}

function Page({ i18n: provided, content }: { i18n: I18n; content: () => ReactNode }) {
  useEffect(() => {
    // The timeout lets pending promises update the page first.
    setTimeout(() => {
      document.documentElement.dataset['shown'] = location.hash
    })
  }, [])
  return <I18nProvider i18n={provided}>{content()}</I18nProvider>
}

addEventListener('hashchange', () => void show())
await show()
