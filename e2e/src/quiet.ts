import type { FlowPage } from './engines/api/flow.ts'

/**
 * Records what must not happen during a sign-in, from the first page load: requests to other hosts, and errors that the
 * browser reports, among them violations of the content security policy.
 *
 * @returns what has happened so far
 */
export async function watchForDisturbances(page: FlowPage): Promise<() => readonly string[]> {
  const disturbances: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== 'localhost') disturbances.push(request.url())
  })
  page.on('console', (message) => {
    const { url } = message.location()
    // The provider's stand-in has no icon, which the browser requests after a while. The identity emulator has no
    // reCAPTCHA settings. Both cause errors that are not ours. A policy violation has the page's URL instead.
    const isOfStandIn = url.endsWith('/favicon.ico') || url.includes('/v2/recaptchaConfig?')
    if (message.type() === 'error' && !isOfStandIn) disturbances.push(`${message.text()} ${url}`)
  })
  page.on('pageerror', (error) => {
    disturbances.push(error.message)
  })
  // WebKit's driver does not report policy violations by itself.
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      reportError(new Error(`${effectiveDirective} blocks ${blockedURI}`)),
    )
  })
  return () => disturbances
}
