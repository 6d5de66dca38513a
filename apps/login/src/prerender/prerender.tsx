import type { Config } from '@foyer/contract/config'
import type { Prerender } from '@foyer/contract/prerender'
import { settingsOf } from '@foyer/contract/sign-in-methods'
import { renderToString } from 'react-dom/server'
import turkishSignIn from '@foyer/messages/tr/sign-in.json'
import { languages } from '../language/choose-language.ts'
import type { Language } from '../language/choose-language.ts'
import { createI18n } from '../language/i18n.ts'
import { Root } from '../page/root.tsx'
import { namedTenant } from '../sign-in/named-tenant.ts'
import { configuredMethods, offeredMethods } from '../sign-in/offered-methods.ts'
import { createSignInStore } from '../sign-in/store.ts'
import { templateId } from '../prerendered/prerendered.ts'
import { loadMarks } from '../ui/provider-mark.tsx'

const i18n = {
  en: await createI18n('en', () => Promise.reject(new Error('English is built in'))),
  tr: await createI18n('tr', () => Promise.resolve(Response.json(turkishSignIn))),
}
await loadMarks()
const nothing = (): void => {}

/**
 * Renders the sign-in buttons for the server to put into the HTML. There is one `<template>` per language, because only
 * the browser knows the user's language. This file is bundled for the server.
 */
export const prerender: Prerender['prerender'] = (config, tenantId, year) => {
  const methods = offeredMethods(config, tenantId)
  const [only = ''] = methods.length === 1 ? methods : []
  // The page goes to the provider without a press (K1), and nobody could read the button in that time.
  if (settingsOf(only, configuredMethods(config, tenantId))?.immediate) return ''
  return languages.map((language) => renderIn(language, config, tenantId, year)).join('')
}

function renderIn(
  language: Language,
  config: Config,
  tenantId: string | null,
  year: number,
): string {
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
  const markup = renderToString(
    <Root
      route="sign-in"
      i18n={i18n[language]}
      store={store}
      run={nothing}
      loadRegistration={() => Promise.reject(new Error('Nobody registers on the server.'))}
      year={year}
      onLanguage={nothing}
    />,
  )
  const page = markup
    // Removes the links that React adds to fetch files early, because the markup is not shown at once.
    .replace(/^(?:<link [^>]*>)+/, '')
    // A style attribute in the HTML would need a wider content security policy. The inlined script sets the style
    // instead.
    .replace(' style="', ' data-style="')
  return `<template id="${templateId(language)}">${page}</template>`
}
