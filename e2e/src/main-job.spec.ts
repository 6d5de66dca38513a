import { chromium, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import { configure } from './configured.ts'
import { fullChromium } from './engines/launch.ts'
import { expectInApplication, reachApplication } from './journeys.ts'
import { stack } from './stack.ts'

test('a sign-in works in a browser with its default settings', async () => {
  // With its default settings, the browser also calls services of its own, which takes its time on a busy machine.
  test.slow()
  // Playwright turns off storage partitioning. In a user's browser it is on.
  const profile = test.info().outputPath('profile')
  const { args = [], ...chromiumItself } = fullChromium()
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumItself,
    ignoreDefaultArgs: true,
    args: [
      ...args,
      '--headless=new',
      '--remote-debugging-pipe',
      '--no-default-browser-check',
      `--user-data-dir=${profile}`,
    ],
  })
  const page = await context.newPage()
  await reachApplication(page, `${stack.gate}/default-browser?x=1`, accounts.ordinary)
  await context.close()
})

test('a deployment that leaves everything to the identity SDK signs a user in, and again without a prompt', async ({
  page,
}) => {
  await configure(page, { identitySdk: 'always' })
  await reachApplication(page, `${stack.gate}/sdk`, accounts.ordinary)
  // The session is gone, and the account is still stored.
  await page.context().clearCookies()
  await page.goto(`${stack.gate}/sdk-again`)
  await expectInApplication(page, `${stack.gate}/sdk-again`, accounts.ordinary)
})
