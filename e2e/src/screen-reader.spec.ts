import { expect, test } from '@playwright/test'
import { openProtected } from './journeys.ts'
import { stack } from './stack.ts'

test('the sign-in screen has one heading, and its sign-in methods are a list of buttons (Ic)', async ({
  page,
}) => {
  await openProtected(page, `${stack.gate}/`)
  await expect(page).toHaveTitle(/Sign in/)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Sign in" [level=1]
    - list:
      - listitem:
        - button "Continue with Google"
      - listitem:
        - button "Continue with Microsoft"
      - listitem:
        - button "Continue with phone number"
  `)
})
