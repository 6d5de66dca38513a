/** Everything below it is the gate's own; the application never sees it. */
export const reservedPrefix = '/_gcp_iap/'

/** `redirect_uri` of the protocol. */
export const handleRedirectPath = '/_gcp_iap/handle_redirect'
/** `targetUri` of the protocol. */
export const gcipAuthenticatePath = '/_gcp_iap/gcip_authenticate'
export const publicKeyPath = '/_gcp_iap/public_key'
export const publicJwksPath = '/_gcp_iap/public_key-jwk'
export const healthPath = '/_gcp_iap/healthz'
/** Where a forced refresh ends. */
export const refreshedPath = '/_gcp_iap/session_refreshed'
