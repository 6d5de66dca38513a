import { test as base } from '../engines/test.ts'
import { startTwoSites } from './sites.ts'
import type { TwoSites } from './sites.ts'

/** For flows whose sign-in page and application are on two sites. */
export const test = base.extend<object, { sites: TwoSites }>({
  sites: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const sites = await startTwoSites()
      await provide(sites)
      await sites.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // Firefox would speak TLS with an HTTP proxy that is for one context alone.
  proxy: async ({ sites, browserName }, provide) =>
    provide({ server: browserName === 'firefox' ? sites.socksUrl : sites.proxyUrl }),
  ignoreHTTPSErrors: true,
})
