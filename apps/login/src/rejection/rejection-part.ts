import type { i18n as I18n } from 'i18next'
import englishMessages from '@foyer/messages/en/rejection.json'
import { lastAccountKey } from '../browser/note-names.ts'
import type { SafeStorage } from '../browser/safe-storage.ts'
import { addCodes } from '../errors/error-table.ts'
import { addMessages } from '../language/i18n.ts'
import type { Refused } from '../sign-in/explain-rejection.ts'
import { createExplainRejection } from './create-explain-rejection.ts'
import { rejectionCodes } from './rejection-codes.ts'

export { RejectionDetails } from './rejection-details.tsx'

addCodes(rejectionCodes)

/** @param storage of the whole browser */
export async function explainRejection(
  refused: Refused,
  i18n: I18n,
  storage: SafeStorage,
): Promise<void> {
  await addMessages(i18n, 'rejection', englishMessages)
  const explain = createExplainRejection({
    forgetLastAccount: () => storage.remove(lastAccountKey),
    reload: () => location.reload(),
  })
  return explain(refused)
}
