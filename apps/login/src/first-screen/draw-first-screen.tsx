import type { Config } from '@foyer/contract/config'
import type { FirstScreen } from '@foyer/contract/first-screen'
import { renderToStaticMarkup } from 'react-dom/server'
import turkishSignIn from '@foyer/messages/tr/sign-in.json'
import { languages } from '../language/choose-language.ts'
import type { Language } from '../language/choose-language.ts'
import { WordsProvider } from '../language/use-translation.tsx'
import { createWords } from '../language/words.ts'
import { SignInPage } from '../sign-in-page.tsx'
import { namedTenant } from '../sign-in/named-tenant.ts'
import { offeredMethods } from '../sign-in/offered-methods.ts'
import { createSignInStore } from '../sign-in/store.ts'
import { templateId } from './drawing.ts'

const words = {
  en: await createWords('en', () => Promise.reject(new Error('English is built in'))),
  tr: await createWords('tr', () => Promise.resolve(Response.json(turkishSignIn))),
}

/**
 * The sign-in buttons as React draws them, for the server to put into the HTML: one `<template>` a
 * language, since only the browser knows which is spoken. This is bundled for the server.
 */
export const drawFirstScreen: FirstScreen['drawFirstScreen'] = (config, tenantId, year) =>
  languages.map((language) => drawIn(language, config, tenantId, year)).join('')

function drawIn(language: Language, config: Config, tenantId: string | null, year: number): string {
  const store = createSignInStore({
    config,
    screen: {
      name: 'signInButtons',
      methods: offeredMethods(config, tenantId),
      lastUsed: null,
      tenant: namedTenant(config, tenantId),
      inApp: null,
      step: { name: 'methods' },
      notice: null,
    },
  })
  const markup = renderToStaticMarkup(
    <WordsProvider words={words[language]}>
      <SignInPage store={store} run={() => {}} year={year} onLanguage={() => {}} />
    </WordsProvider>,
  )
  const page = markup
    // What React would have fetched ahead, were this shown at once.
    .replace(/^(?:<link [^>]*>)+/, '')
    // A style attribute in the HTML would need a wider policy; the page sets it by itself.
    .replace(' style="', ' data-style="')
  return `<template id="${templateId(language)}">${page}</template>`
}
