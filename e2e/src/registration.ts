import type { Finding, FlowPage } from './engines/api/flow.ts'
import { texts } from './texts.ts'
import type { Language } from './texts.ts'

type Field = 'firstName' | 'lastName' | 'email' | 'company'

export function registrationField<Found>(
  page: Finding<Found>,
  field: Field,
  language: Language = 'en',
): Found {
  return page.getByRole('textbox', { name: texts[language][field], exact: true })
}

export async function fillRegistration(
  page: FlowPage,
  values: Partial<Record<Field, string>>,
  language: Language = 'en',
) {
  for (const [field, value] of Object.entries(values)) {
    await registrationField(page, field as Field, language).fill(value)
  }
}

/** The form's button, and that of the page that an email leads to. */
export async function submitRegistration(page: FlowPage, language: Language = 'en') {
  await page.getByRole('button', { name: texts[language].createAccount }).click()
}
