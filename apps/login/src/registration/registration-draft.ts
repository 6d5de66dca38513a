import { registrationFields } from '@foyer/contract/registration'
import type { Registration } from '@foyer/contract/registration'
import type { SafeStorage } from '../browser/safe-storage.ts'

const valuesKey = 'foyer:registration'
const linkKey = 'foyer:registration-link'
const sendingKey = 'foyer:registration-key'

/** An unfinished registration. It is stored in the tab, so that a reload loses nothing. */
export interface RegistrationDraft {
  /** What was typed. */
  values: () => Partial<Registration>
  keep: (values: Partial<Registration>) => void
  /** The fragment of the registration link, which was removed from the URL. */
  link: () => string
  keepLink: (hash: string) => void
  forgetLink: () => void
  /** The idempotency key for this content. Sent again with the same key, it is the same registration. */
  keyFor: (content: string) => string
  forget: () => void
}

export function createRegistrationDraft(
  storage: SafeStorage,
  randomKey: () => string,
): RegistrationDraft {
  /** If storage is blocked, the key is kept until the page is left. */
  let sending = { content: '', key: '' }

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
    keepLink: (hash) => void storage.write(linkKey, hash),
    forgetLink: () => storage.remove(linkKey),
    keyFor(content) {
      const kept = objectIn(storage.read(sendingKey))
      if (kept['content'] === content && typeof kept['key'] === 'string') return kept['key']
      if (sending.content !== content) sending = { content, key: randomKey() }
      storage.write(sendingKey, JSON.stringify(sending))
      return sending.key
    },
    forget() {
      sending = { content: '', key: '' }
      for (const key of [valuesKey, linkKey, sendingKey]) storage.remove(key)
    },
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
