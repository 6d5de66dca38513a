import type { i18n as I18n } from 'i18next'
import englishMessages from '@foyer/messages/en/in-app.json'
import { addMessages } from '../../language/i18n.ts'

export { InAppNotice } from './in-app-notice.tsx'

export const addInAppMessages = (i18n: I18n): Promise<void> =>
  addMessages(i18n, 'in-app', englishMessages)
