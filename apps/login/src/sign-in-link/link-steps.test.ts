import { expect, it } from 'vitest'
import type { Notice } from '../sign-in/screen.ts'
import { createSignInStore } from '../sign-in/store.ts'
import { demoConfig } from '../testing/demo-config.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createAskedLinks } from '../sign-in/asked-links.ts'
import { createLinkSteps } from './link-steps.ts'
import { createSentLinks } from './sent-link.ts'

it.each([
  ['acme-1a2b3', true],
  ['globex-4c5d6', false],
])(
  'an account that exists in the tenant %s is offered a sign-in link: %s',
  (tenantId, canSendLink) => {
    const storage = createMemoryStorage()
    const shown: Notice[] = []
    createLinkSteps({
      config: {
        ...demoConfig,
        signInLink: true,
        tenants: {
          'acme-1a2b3': { name: 'Acme' },
          'globex-4c5d6': { name: 'Globex', signInLink: false },
        },
      },
      auth: { tenantId },
      methods: ['google.com'],
      store: createSignInStore(),
      accountService: { askForSignInLink: () => Promise.resolve() },
      askedLinks: createAskedLinks(storage, () => 0),
      sentLinks: createSentLinks(storage, () => 0),
      shownLanguage: () => 'en',
      search: () => '',
      randomId: () => '1',
      now: () => 0,
      pending: null,
      tell() {},
      showStep() {},
      showNotice: (notice) => void shown.push(notice),
      chooseAnother() {},
    }).explainAccount(
      {
        providerId: 'google.com',
        email: 'ayse@example.com',
        accountProviders: [],
        accessToken: null,
        json: {},
      },
      null,
    )
    expect(shown).toMatchObject([{ name: 'accountExists', canSendLink }])
  },
)
