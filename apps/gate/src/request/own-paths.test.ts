import { expect, it } from 'vitest'
import * as paths from './own-paths.ts'

it('the gate’s own paths are those of the protocol, all below one prefix', () => {
  expect({ ...paths }).toEqual({
    reservedPrefix: '/_gcp_iap/',
    handleRedirectPath: '/_gcp_iap/handle_redirect',
    gcipAuthenticatePath: '/_gcp_iap/gcip_authenticate',
    publicKeyPath: '/_gcp_iap/public_key',
    publicJwksPath: '/_gcp_iap/public_key-jwk',
    healthPath: '/_gcp_iap/healthz',
    refreshedPath: '/_gcp_iap/session_refreshed',
  })
})
