// The addresses of the bench. Those of Google's services are fixed in the libraries; all of them are
// answered on this machine.

export const apiKey = 'bench-api-key'
export const projectNumber = '12345'
/** The project itself: only there does the identity service offer the telephone, the third button. */
export const tid = `_${projectNumber}`
export const authDomain = 'bench-project.firebaseapp.com'
export const application = 'app.example.com'
const redirectUri = 'https://iap.googleapis.com/v1alpha1/gcip/resources/bench:handleRedirect'
export const originalUri = `https://${application}/reports?id=7`
export const targetUri = `https://${application}/_gcp_iap/gcip_authenticate`

/** What the identity-aware proxy adds to the address of a login page. */
export const signInRequest = new URLSearchParams({
  mode: 'login',
  apiKey,
  tid,
  redirect_uri: redirectUri,
  state: 'bench-state',
  hl: 'en',
}).toString()

/** Where a press of a provider's button leads, whoever shows it: the page that hands over to the provider. */
export const providerAddress = `https://${authDomain}/__/auth/handler`
