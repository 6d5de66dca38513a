import { registrationFields } from '@foyer/contract/registration'
import type { Registration } from '@foyer/contract/registration'
import type { SafeStorage } from '../browser/safe-storage.ts'
import type { RegistrationLink } from './registration-link.ts'

const valuesKey = 'foyer:registration'
const linkKey = 'foyer:registration-link'
const sendingKey = 'foyer:registration-key'
const sentKey = 'foyer:registration-sent'
/** The email arrives within minutes. Later, the next user of the browser should not see the address. */
const sentMs = 10 * 60_000

/** An unfinished registration. It is stored in the tab, so that a reload loses nothing. */
export interface RegistrationDraft {
  /** What was typed. */
  values: () => Partial<Registration>
  keep: (values: Partial<Registration>) => void
  /** The fragment of the registration link, which was removed from the URL. */
  link: () => string
  /** Another link opens its own form, also after an email was sent. */
  keepLink: (hash: string) => void
  forgetLink: () => void
  /** The idempotency key for this content. Sent again with the same key, it is the same registration. */
  keyFor: (content: string) => string
  /** Whether this link was sent, and no response has come. */
  wasSent: (link: RegistrationLink) => boolean
  /** When the email was sent. Null if that is long ago, which also removes everything that was typed. */
  sentAt: () => number | null
  keepSent: (at: number) => void
  forgetSent: () => void
  forget: () => void
}

export function createRegistrationDraft(
  storage: SafeStorage,
  randomKey: () => string,
  now: () => number,
): RegistrationDraft {
  /** If storage is blocked, the key is kept until the page is left. */
  let sending = { content: '', key: '' }

  function forgetKey(): void {
    sending = { content: '', key: '' }
    storage.remove(sendingKey)
  }

  function forget(): void {
    forgetKey()
    for (const key of [valuesKey, linkKey, sentKey]) storage.remove(key)
  }

  return {
    values() {
      const kept = objectIn(storage.read(valuesKey))
      return Object.fromEntries(
        registrationFields.flatMap((field) =>
          typeof kept[field] === 'string' ? [[field, kept[field]]] : [],
        ),
      )
    },
    keep: (values) => void storage.write(valuesKey, JSON.stringify(values)),
    link: () => storage.read(linkKey) ?? '',
    keepLink(hash) {
      storage.write(linkKey, hash)
      storage.remove(sentKey)
    },
    forgetLink() {
      forgetKey()
      storage.remove(linkKey)
    },
    keyFor(content) {
      const kept = objectIn(storage.read(sendingKey))
      if (kept['content'] === content && typeof kept['key'] === 'string') return kept['key']
      if (sending.content !== content) sending = { content, key: randomKey() }
      storage.write(sendingKey, JSON.stringify(sending))
      return sending.key
    },
    wasSent({ invitation, confirmation }) {
      const { content } = objectIn(storage.read(sendingKey))
      if (typeof content !== 'string') return false
      return confirmation === null
        ? objectIn(content)['invitation'] === invitation
        : content === confirmation
    },
    sentAt() {
      const kept = storage.read(sentKey)
      const age = now() - Number(kept)
      if (kept !== null && age >= 0 && age < sentMs) return Number(kept)
      if (kept !== null) forget()
      return null
    },
    keepSent(at) {
      // The next email is another request.
      forgetKey()
      storage.write(sentKey, String(at))
    },
    forgetSent: () => storage.remove(sentKey),
    forget,
  }
}

function objectIn(text: string | null): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(text ?? '{}')
    return isRecord(kept) ? kept : {}
  } catch {
    return {}
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value instanceof Object
}
