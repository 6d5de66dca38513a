import { registrationFields } from '@foyer/contract/registration'
import type { Registration } from '@foyer/contract/registration'
import type { SafeStorage } from '../browser/safe-storage.ts'
import type { RegistrationLink } from './registration-link.ts'

const draftKey = 'foyer:registration'
const linkKey = 'foyer:registration-link'

/** What was typed and which link brought the visitor here, for as long as the tab lives. */
export interface RegistrationDraft {
  values: () => Partial<Registration>
  keep: (values: Partial<Registration>) => void
  link: () => RegistrationLink | null
  keepLink: (link: RegistrationLink) => void
  forget: () => void
}

export function createRegistrationDraft(storage: SafeStorage): RegistrationDraft {
  return {
    values() {
      const kept = objectIn(storage.read(draftKey))
      return Object.fromEntries(
        registrationFields.flatMap((field) =>
          typeof kept[field] === 'string' ? [[field, kept[field]]] : [],
        ),
      )
    },
    keep: (values) => void storage.write(draftKey, JSON.stringify(values)),
    link() {
      const { invitation, confirmation, known } = objectIn(storage.read(linkKey))
      if (typeof invitation !== 'string' && typeof confirmation !== 'string') return null
      return {
        invitation: typeof invitation === 'string' ? invitation : null,
        confirmation: typeof confirmation === 'string' ? confirmation : null,
        known: known instanceof Object ? known : {},
      }
    },
    keepLink: (link) => void storage.write(linkKey, JSON.stringify(link)),
    forget() {
      storage.remove(draftKey)
      storage.remove(linkKey)
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
