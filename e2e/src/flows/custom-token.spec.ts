import { textsInStorage } from '../browser-storage.ts'
import { expect } from '../engines/expect.ts'
import { test } from '../engines/test.ts'
import { createAccount, customTokenFor } from '../identity-admin.ts'
import { expectInApplication } from '../journeys.ts'
import { newPerson } from '../people.ts'
import { withToken } from '../requests.ts'
import { stack } from '../stack.ts'
import { texts } from '../texts.ts'

test('a token in the URL signs the user in, and is removed from the URL and the history before any request is sent (C12a, A11)', async ({
  page,
}) => {
  const person = newPerson()
  const token = customTokenFor(await createAccount(person))
  const leaked: string[] = []
  page.on('request', (request) => {
    const isOwnPage = request.isNavigationRequest() && request.url().includes('access_token')
    if (!isOwnPage && request.url().includes(token)) leaked.push(request.url())
    if (request.headers()['referer']?.includes(token)) leaked.push('referer')
  })
  await page.goto(withToken(token))
  await expectInApplication(page, `${stack.gate}/`, person)
  expect(leaked).toEqual([])

  await page.goBack()
  expect(page.url()).not.toContain(token)
  // The user is still signed in, so the page leads to the application again.
  await expectInApplication(page, `${stack.gate}/`, person)

  // Registration uses no token. If the page kept it, the next user would be signed in with it.
  await page.goto(withToken(token, `${stack.login}/registration`))
  await expect(page.getByRole('textbox', { name: texts.en.firstName })).toBeVisible()
  expect(await textsInStorage(page)).not.toContain(token)
})
