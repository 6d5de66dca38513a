// The URLs of the bench. Those of Google's services are fixed in the libraries. This machine answers all of
// them.

export const apiKey = 'bench-api-key'
export const projectNumber = '12345'
/** The project level, because the identity service offers phone sign-in, the third button, only there. */
export const tid = `_${projectNumber}`
export const authDomain = 'bench-project.firebaseapp.com'
export const application = 'app.example.com'
/** Where the user is before the visit: on another site, as with a bookmark, a new tab or a link in a mail. */
export const startHost = 'start.example.org'
const redirectUri = 'https://iap.googleapis.com/v1alpha1/gcip/resources/bench:handleRedirect'
export const originalUri = `https://${application}/reports?id=7`
export const targetUri = `https://${application}/_gcp_iap/gcip_authenticate`

/** The query that the identity-aware proxy adds to the URL of a sign-in page. */
export const signInRequest = new URLSearchParams({
  mode: 'login',
  apiKey,
  tid,
  redirect_uri: redirectUri,
  state: 'bench-state',
  hl: 'en',
}).toString()

/** Where a press of a provider's button leads on every page: the helper page that redirects to the provider. */
export const providerUrl = `https://${authDomain}/__/auth/handler`
