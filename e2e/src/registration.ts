import type { Locator, Page } from '@playwright/test'
import { texts } from './texts.ts'
import type { Language } from './texts.ts'

type Field = 'firstName' | 'lastName' | 'email' | 'company'

export function registrationField(page: Page, field: Field, language: Language = 'en'): Locator {
  return page.getByRole('textbox', { name: texts[language][field], exact: true })
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

/** The form's button, and that of the page that an email leads to. */
export async function submitRegistration(page: Page, language: Language = 'en') {
  await page.getByRole('button', { name: texts[language].createAccount }).click()
}
