import type { i18n as I18n } from 'i18next'
import englishMessages from '@foyer/messages/en/phone.json'
import turkishMessages from '@foyer/messages/tr/phone.json'
import { addMessages } from '../language/i18n.ts'

/** Both languages are in this script, because the field must get the focus in the task of a press (`page/preload-steps.ts`). */
export function addPhoneMessages(i18n: I18n): Promise<void> {
  i18n.addResourceBundle('tr', 'phone', turkishMessages)
  return addMessages(i18n, 'phone', englishMessages)
}
