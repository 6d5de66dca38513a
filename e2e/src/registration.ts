import type { Locator, Page } from '@playwright/test'
import { words } from './words.ts'
import type { Language } from './words.ts'

type Field = 'firstName' | 'lastName' | 'email' | 'company'

export function registrationField(page: Page, field: Field, language: Language = 'en'): Locator {
  return page.getByRole('textbox', { name: words[language][field], exact: true })
}

export async function fillRegistration(
  page: Page,
  values: Partial<Record<Field, string>>,
  language: Language = 'en',
) {
  for (const [field, value] of Object.entries(values)) {
    await registrationField(page, field as Field, language).fill(value)
  }
}

/** The form's button, and that of the page which a mail leads to. */
export async function submitRegistration(page: Page, language: Language = 'en') {
  await page.getByRole('button', { name: words[language].createAccount }).click()
}
