import { chromium, test } from '@playwright/test'
import { accounts } from './accounts.ts'
import { fullChromium } from './engines/launch.ts'
import { reachApplication } from './journeys.ts'
import { stack } from './stack.ts'

test('a sign-in works in a browser with its default settings', async () => {
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
