import { describe, expect, it } from 'vitest'
import { createDepartures } from '../identity/departures.ts'
import { chooseLanguage, keepLanguage } from '../language/choose-language.ts'
import { createPendingCodes } from '../phone/pending-code.ts'
import { createSentCodes } from '../phone/sent-codes.ts'
import { createRegistrationDraft } from '../registration/registration-draft.ts'
import { createArrivedLink } from '../sign-in-link/arrived-link.ts'
import { createAskedLinks } from '../sign-in/asked-links.ts'
import { createLastAccount } from '../sign-in/last-account.ts'
import { createLastMethod } from '../sign-in/last-method.ts'
import { createLastTenant } from '../sign-in/last-tenant.ts'
import { createManualToken } from '../sign-in/manual-token.ts'
import { createPendingLinks } from '../sign-in/pending-links.ts'
import { createSignOuts } from '../sign-in/sign-outs.ts'
import { noteRegistered, takeRegistered } from '../sign-in/registered-note.ts'
import { createTenantChoice } from '../sign-in/tenant-choice.ts'
import { userOf } from '../testing/in-memory-identity.ts'
import { createMemoryStorage } from '../testing/memory-storage.ts'
import { createLoopGuard } from './loop-guard.ts'
import type { SafeStorage } from './safe-storage.ts'

interface Stored {
  read: () => unknown
  write: () => void
  /** The value without anything stored, and the value after a write. */
  values: [byDefault: unknown, written: unknown]
}

const now = (): number => 0
const code = { verificationId: 'message', phoneNumber: '+905320000001', tenantId: null }
const credential = {
  providerId: 'microsoft.com',
  email: 'can@acme.example',
  accountProviders: [],
  accessToken: 'access-token',
  json: {},
}
const link = { credential, tenantId: null, isRefused: true }
const asked = { id: 'id', tenantId: null, search: '', credential: null }

const keys: Record<string, (storage: SafeStorage) => Stored> = {
  language: (storage) => ({
    read: () => chooseLanguage('', storage),
    write: () => keepLanguage('tr', storage, location, history),
    values: ['en', 'tr'],
  }),
  manual_token(storage) {
    const tabStorage = createMemoryStorage({ manual_token: storage.read('manual_token') ?? '' })
    const manual = createManualToken(storage, tabStorage, () => undefined)
    return {
      read: () => manual.take(),
      write: () => manual.put('a.b.c'),
      values: [null, { customToken: 'a.b.c', isOwn: false }],
    }
  },
  'foyer:last-method'(storage) {
    const method = createLastMethod(storage)
    method.note('phone')
    return { read: method.recall, write: method.keep, values: [null, 'phone'] }
  },
  'foyer:last-tenant'(storage) {
    const lastTenant = createLastTenant(storage)
    return {
      // Whether another one is a tenant, only the server knows.
      read: () => (lastTenant.recall() === 'acme' ? 'acme' : null),
      write: () => lastTenant.keep('?mode=login&tid=acme'),
      values: [null, 'acme'],
    }
  },
  'foyer:last-account'(storage) {
    const lastAccount = createLastAccount(storage)
    const account = { method: 'google.com', email: 'ayse@example.com', name: 'ayse@example.com' }
    lastAccount.note({ user: userOf(null), providerId: 'google.com' })
    return {
      read: () => lastAccount.recall('acme'),
      write: () => lastAccount.keep('?tid=acme'),
      values: [null, account],
    }
  },
  'foyer:choice'(tabStorage) {
    const choice = createTenantChoice(window, tabStorage)
    return { read: choice.isNoted, write: choice.note, values: [false, true] }
  },
  'foyer:departure'(storage) {
    const departures = createDepartures(storage)
    return {
      read: () => departures.isNoted('acme'),
      write: () => departures.note('acme'),
      values: [false, true],
    }
  },
  'foyer:pending-step'(storage) {
    const codes = createPendingCodes(storage, now)
    return { read: () => codes.recall(null), write: () => codes.keep(code), values: [null, code] }
  },
  'foyer:pending-link'(storage) {
    const links = createPendingLinks(storage, now)
    return { read: () => links.recall(null), write: () => links.keep(link), values: [null, link] }
  },
  'foyer:asked-link'(storage) {
    const links = createAskedLinks(storage, now)
    return { read: () => links.recall(null), write: () => links.keep(asked), values: [null, asked] }
  },
  'foyer:sign-in-link': (storage) => ({
    read: () => createArrivedLink(null, storage, () => 'press').read(''),
    write: () => storage.write('foyer:sign-in-link', 'a.b.c'),
    values: [null, 'a.b.c'],
  }),
  'foyer:signed-out'(tabStorage) {
    const storage = createMemoryStorage()
    const signOuts = createSignOuts({
      storage,
      tabStorage,
      lastAccount: createLastAccount(storage),
      randomId: () => 'id',
      now: () => 1e12,
    })
    return { read: signOuts.takeReturn, write: signOuts.noteReturn, values: [false, true] }
  },
  'foyer:codes-sent'(storage) {
    const codes = createSentCodes(storage, now)
    return {
      read: () => codes.nextAt('+905320000001'),
      write: () => codes.add('+905320000001'),
      values: [0, 60_000],
    }
  },
  'foyer:registration'(storage) {
    const draft = createRegistrationDraft(storage, () => 'key', now)
    const values = { email: 'can@acme.example' }
    return { read: draft.values, write: () => draft.keep(values), values: [{}, values] }
  },
  'foyer:registration-key': (storage) => ({
    read: () => createRegistrationDraft(storage, () => 'another', now).keyFor('content'),
    write: () => createRegistrationDraft(storage, () => 'key', now).keyFor('content'),
    values: ['another', 'another'],
  }),
  'foyer:registration-sent'(storage) {
    const draft = createRegistrationDraft(storage, () => 'key', now)
    return { read: draft.sentAt, write: () => draft.keepSent(now()), values: [null, now()] }
  },
  'foyer:registered': (storage) => ({
    read: () => takeRegistered(storage, now()),
    write: () => noteRegistered(storage, now()),
    values: [false, true],
  }),
  'foyer:steps:product': (storage) => ({
    // The guard stores a step that was taken.
    read: () => createLoopGuard(storage, now, false).take('product'),
    write() {},
    values: ['go', 'stop'],
  }),
}

const texts = ['undefined', '{', '[object Object]', 'null', '{"old":"shape"}']

describe.each(Object.entries(keys))('%s', (key, open) => {
  it.each(texts)(
    'the stored value with the content %s is read as its default, and the next write replaces it (ST-05a, ST-05b)',
    async (text) => {
      const storage = createMemoryStorage({ [key]: text })
      const { read, write, values } = open(storage)
      expect(await read()).toEqual(values[0])
      write()
      expect(storage.read(key)).not.toBe(text)
      expect(await read()).toEqual(values[1])
    },
  )
})
