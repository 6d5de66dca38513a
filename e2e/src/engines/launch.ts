import {
  chromiumHere,
  chromiumSwitches,
  engines,
  enginesHere,
  fastestChromium,
  findFirefox,
  withoutGpu,
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
      args: [
        ...chromiumSwitches,
        ...withoutGpu,
        // As in an Incognito window. The headless shell allows them otherwise.
        '--test-third-party-cookie-phaseout',
      ],
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
      firefoxUserPrefs: {
        // Total Cookie Protection, which is on for users, and which Playwright turns off.
        'network.cookie.cookieBehavior': 5,
        'privacy.partition.network_state': true,
        // Chromium moves, Firefox and WebKit run for users who prefer reduced motion. Each frame is drawn without a GPU.
        'ui.prefersReducedMotion': 1,
        'layout.frame_rate': 20,
        ...withoutSurroundings,
      },
    },
  }
}

/** Parts of Firefox around the page, and processes kept ready for more pages. They took a quarter of each test. */
const withoutSurroundings = {
  'accessibility.force_disabled': 1,
  'browser.cache.disk.enable': false,
  'browser.chrome.site_icons': false,
  'browser.ml.enable': false,
  'browser.newtabpage.enabled': false,
  'browser.pagethumbnails.capturing_disabled': true,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.sessionstore.interval': 3_600_000,
  'browser.sessionstore.resume_from_crash': false,
  'browser.startup.blankWindow': false,
  'browser.startup.homepage': 'about:blank',
  'browser.startup.page': 0,
  'browser.topsites.contile.enabled': false,
  'browser.translations.enable': false,
  'datareporting.healthreport.uploadEnabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.ipc.processCount': 1,
  'dom.ipc.processPrelaunch.enabled': false,
  'extensions.enabledScopes': 0,
  'extensions.formautofill.addresses.enabled': false,
  'extensions.formautofill.creditCards.enabled': false,
  'extensions.webextensions.remote': false,
  'pdfjs.disabled': true,
  'places.history.enabled': false,
  'screenshots.browser.component.enabled': false,
  'signon.rememberSignons': false,
  'toolkit.cosmeticAnimations.enabled': false,
  'toolkit.telemetry.enabled': false,
}

/** For a test that needs the full Chromium with its settings. */
export function fullChromium(): LaunchOptions {
  return { executablePath: chromiumHere(), args: [...chromiumSwitches] }
}
