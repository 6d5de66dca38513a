import { expect, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import { expectInApplication, openProtected, signInWith } from './journeys.ts'
import { stack } from './stack.ts'
import { words } from './words.ts'

test('two tabs with two requests each end on their own page (ST-09)', async ({ context }) => {
  const [first, second] = [await context.newPage(), await context.newPage()]
  await openProtected(first, `${stack.gate}/a`)
  await openProtected(second, `${stack.gate}/b`)

  await signInWith(second, accounts.ordinary)
  await expectInApplication(second, `${stack.gate}/b`, accounts.ordinary)
  await signInWith(first, accounts.ordinary)
  await expectInApplication(first, `${stack.gate}/a`, accounts.ordinary)
})

test('a tab that waits at a failed exchange goes on with the account that another tab has signed in since', async ({
  context,
}) => {
  const [first, second] = [await context.newPage(), await context.newPage()]
  await openProtected(first, `${stack.gate}/a`)
  await first.route('**/_gcp_iap/handle_redirect', (route) => route.fulfill({ status: 503 }))
  await signInWith(first, accounts.ordinary)
  await expect(first.getByRole('button', { name: words.en.retry })).toBeVisible()

  const answer = await second.request.get(`${stack.gate}/b`, {
    headers: { accept: 'text/html' },
    maxRedirects: 0,
  })
  await second.goto((answer.headers()['location'] ?? '').replace('mode=login', 'mode=reauth'))
  await signInWith(second, accounts.microsoft, { provider: 'microsoft' })
  await expectInApplication(second, `${stack.gate}/b`, accounts.microsoft)

  await first.unroute('**/_gcp_iap/handle_redirect')
  await first.getByRole('button', { name: words.en.retry }).click()
  await expectInApplication(first, `${stack.gate}/a`, accounts.microsoft)
})
