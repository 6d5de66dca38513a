/** The gate answers every path below this prefix itself. The application never gets such a request. */
export const reservedPrefix = '/_gcp_iap/'

/** The `redirect_uri` of the protocol. */
export const handleRedirectPath = '/_gcp_iap/handle_redirect'
/** The `targetUri` of the protocol. */
export const gcipAuthenticatePath = '/_gcp_iap/gcip_authenticate'
export const publicKeyPath = '/_gcp_iap/public_key'
export const publicJwksPath = '/_gcp_iap/public_key-jwk'
export const healthPath = '/_gcp_iap/healthz'
/** The path to which a forced refresh returns. */
export const refreshedPath = '/_gcp_iap/session_refreshed'
