import {
  chromiumHere,
  chromiumSwitches,
  engines,
  enginesHere,
  fastestChromium,
  findFirefox,
} from '@foyer/tools/browsers'
import type { Engine } from '@foyer/tools/browsers'
import type {
  LaunchOptions,
  PlaywrightTestOptions,
  PlaywrightWorkerOptions,
} from '@playwright/test'

/** Those that `npm run e2e` has named, or all that are on this machine. */
export function enginesOfThisRun(): Engine[] {
  const named = process.env['FOYER_E2E_ENGINES']?.split(',')
  return named ? engines.filter((engine) => named.includes(engine)) : enginesHere()
}

type Options = Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>

/** How Playwright starts each engine. WebKit is started by ./webkit. */
export function optionsOf(engine: Engine): Options {
  if (engine === 'webkit') return { browserName: 'webkit' }
  return engine === 'firefox' ? firefox() : chromium()
}

function chromium(): Options {
  return {
    browserName: 'chromium',
    launchOptions: {
      ...fastestChromium(),
      // Without a GPU, no separate GPU process is needed.
      args: [...chromiumSwitches, '--disable-gpu', '--in-process-gpu'],
    },
  }
}

function firefox(): Options {
  return {
    browserName: 'firefox',
    // Firefox as users have it, by W3C WebDriver BiDi. Playwright's own Firefox is a modified one.
    channel: 'moz-firefox',
    launchOptions: {
      executablePath: findFirefox() ?? 'firefox',
      // Total Cookie Protection, which is on for users, and which Playwright turns off.
      firefoxUserPrefs: {
        'network.cookie.cookieBehavior': 5,
        'privacy.partition.network_state': true,
      },
    },
  }
}

/** For a test that needs the full Chromium with its settings. */
export function fullChromium(): LaunchOptions {
  return { executablePath: chromiumHere(), args: [...chromiumSwitches] }
}
