import type { Action } from './action.ts'

/** What a failure means to the user: the key of its message in `errors.json`, and what the user can do. */
interface Row {
  action: Action
  codes: readonly string[]
}

/** Codes of the identity service begin with `auth/`. Codes of the engine and of this page have no prefix (G1, G4). */
const rows = {
  TOO_MANY_REQUESTS: {
    action: 'retry',
    codes: ['auth/too-many-requests', 'auth/quota-exceeded', 'resource-exhausted'],
  },
  INVALID_PHONE_NUMBER_ERROR: {
    action: 'options',
    codes: ['auth/invalid-phone-number', 'auth/missing-phone-number'],
  },
  ADMIN_RESTRICTED_OPERATION: { action: 'contact', codes: ['auth/admin-restricted-operation'] },
  /** The same, for a phone number (G2). */
  NO_ACCOUNT_WITH_NUMBER: { action: 'options', codes: [] },
  USER_DISABLED: { action: 'contact', codes: ['auth/user-disabled', 'user-disabled'] },
  INVALID_CREDENTIAL: {
    action: 'options',
    codes: [
      'auth/invalid-credential',
      'auth/wrong-password',
      'auth/rejected-credential',
      'auth/invalid-email',
      'auth/missing-password',
      'auth/weak-password',
      'auth/password-does-not-meet-requirements',
      'auth/user-mismatch',
      'auth/missing-or-invalid-nonce',
    ],
  },
  INVALID_VERIFICATION_CODE: {
    action: 'options',
    codes: ['auth/invalid-verification-code', 'auth/missing-verification-code'],
  },
  /** The text message has expired, or its code was used. Only a new one helps (SM-09). */
  CODE_EXPIRED: {
    action: 'options',
    codes: [
      'auth/code-expired',
      'auth/session-expired',
      'auth/invalid-verification-id',
      'auth/missing-verification-id',
    ],
  },
  CODE_SENT_LATELY: { action: 'options', codes: ['code-sent-lately'] },
  SMS_REGION: { action: 'options', codes: ['sms-region-not-allowed'] },
  MISSING_CLIENT_IDENTIFIER: {
    action: 'contact',
    codes: [
      'auth/missing-client-identifier',
      'auth/missing-app-credential',
      'auth/invalid-app-credential',
      'auth/captcha-check-failed',
      'auth/missing-recaptcha-token',
      'auth/invalid-recaptcha-token',
      'auth/invalid-recaptcha-action',
      'auth/missing-recaptcha-version',
      'auth/invalid-recaptcha-version',
      'auth/recaptcha-not-enabled',
      'auth/missing-client-type',
      'auth/invalid-req-type',
    ],
  },
  ACCOUNT_MISSING: { action: 'options', codes: ['auth/user-not-found', 'account-missing'] },
  ACCOUNT_EXISTS: {
    action: 'options',
    codes: [
      'auth/account-exists-with-different-credential',
      'auth/email-already-in-use',
      'auth/credential-already-in-use',
      'auth/provider-already-linked',
      'address-unproven',
      'account-unproven',
      'provider-token-refused',
    ],
  },
  /** The account has another sign-in method. The user signs in with that one, and this one is linked then (C10). */
  LINK_BY_FIRST_METHOD: { action: 'options', codes: [] },
  /** The same, if the identity service does not say which method the account has. */
  LINK_BY_USED_METHOD: { action: 'options', codes: [] },
  LINK_OTHER_ACCOUNT: { action: 'options', codes: ['link-other-account'] },
  LINK_FAILED: { action: 'options', codes: ['link-failed'] },
  REGISTRATION_REFUSED: { action: 'application', codes: ['registration-refused'] },
  REGISTRATION_EXPIRED: { action: 'application', codes: ['registration-link-expired'] },
  SIGN_IN_LINK_EXPIRED: { action: 'application', codes: ['sign-in-link-expired'] },
  /** The sign-in name of a guest in another company's directory is not an email address. */
  GUEST_ACCOUNT: { action: 'options', codes: ['guest-account'] },
  ALREADY_REGISTERED: { action: 'application', codes: ['already-registered'] },
  ACCOUNT_OF_OTHER_TENANT: {
    action: 'options',
    codes: ['account-of-other-tenant', 'auth/tenant-id-mismatch'],
  },
  NOT_ALLOWED: {
    action: 'contact',
    codes: [
      'permission-denied',
      'blocked-by-administrator',
      'auth/login-blocked',
      'auth/error-code:-47',
      'auth/unverified-email',
    ],
  },
  METHOD_UNAVAILABLE: {
    action: 'options',
    codes: [
      'auth/operation-not-allowed',
      'auth/no-such-provider',
      'auth/invalid-provider-id',
      'auth/invalid-oauth-provider',
      'auth/invalid-oauth-client-id',
      'auth/unsupported-tenant-operation',
      'auth/unsupported-first-factor',
      'auth/operation-not-supported-in-this-environment',
      'auth/configuration-not-found',
      'auth/billing-not-enabled',
    ],
  },
  SECOND_FACTOR: { action: 'contact', codes: ['auth/multi-factor-auth-required'] },
  CANCELLED: {
    action: 'options',
    codes: [
      'auth/user-cancelled',
      'auth/popup-closed-by-user',
      'auth/cancelled-popup-request',
      'auth/redirect-cancelled-by-user',
      'auth/redirect-operation-pending',
    ],
  },
  POPUP_BLOCKED: { action: 'retry', codes: ['auth/popup-blocked'] },
  NETWORK: { action: 'retry', codes: ['auth/network-request-failed'] },
  TIMEOUT: {
    action: 'retry',
    codes: ['auth/timeout', 'deadline-exceeded', 'redirect-result-timeout'],
  },
  SERVICE_UNAVAILABLE: {
    action: 'retry',
    codes: [
      'unavailable',
      'aborted',
      'cancelled',
      'internal',
      'invalid-response',
      'config-unavailable',
    ],
  },
  LINK_INVALID: {
    action: 'application',
    codes: [
      'invalid-argument',
      'custom-token-invalid',
      'invalid-api-key',
      'invalid-mode',
      'invalid-request',
      'invalid-url',
      'not-found',
      'auth/invalid-tenant-id',
      'auth/tenant-not-found',
      'auth/invalid-continue-uri',
      'auth/missing-continue-uri',
      'auth/unauthorized-continue-uri',
      'auth/expired-action-code',
      'auth/invalid-action-code',
    ],
  },
  OTHER_PROJECT: {
    action: 'application',
    codes: ['invalid-project', 'api-key-mismatch', 'mismatching-project-numbers'],
  },
  OTHER_TENANT: { action: 'application', codes: ['mismatching-tenant'] },
  ADDRESS_NOT_ALLOWED: {
    action: 'application',
    codes: ['unauthorized-domain', 'auth/unauthorized-domain'],
  },
  FRAMED: { action: 'newWindow', codes: ['cross-origin-frame'] },
  // The redirect token was used or has expired. The application's URL creates a new request.
  SIGN_IN_EXPIRED: {
    action: 'restart',
    codes: ['restart-process', 'gcip-token-invalid', 'custom-token-expired'],
  },
  CLAIMS_TOO_LARGE: { action: 'contact', codes: ['claims-too-large'] },
  /** The access policy of the redirect server rejects the account. */
  PROVIDER_NOT_ALLOWED: { action: 'signOut', codes: ['provider-not-allowed'] },
  ACCOUNT_NOT_ALLOWED: { action: 'signOut', codes: ['account-not-allowed', 'email-not-allowed'] },
  SECOND_FACTOR_NEEDED: { action: 'signOut', codes: ['second-factor-needed'] },
  CLOCK_WRONG: { action: 'application', codes: ['clock-skewed'] },
  TOKEN_TOO_OLD: { action: 'product', codes: ['id-token-expired'] },
  NO_REQUEST: { action: 'application', codes: ['no-request'] },
  TOKEN_EXPIRED: {
    action: 'product',
    codes: [
      // The redirect server refuses the ID token.
      'unauthenticated',
      'auth/user-token-expired',
      'auth/invalid-user-token',
      'auth/id-token-expired',
      'auth/requires-recent-login',
      'auth/user-signed-out',
      'auth/null-user',
    ],
  },
  /** The account that this browser stored is lost. The message is shown beside the sign-in buttons (C6). */
  SIGN_IN_AGAIN: { action: 'options', codes: [] },
  API_KEY_INVALID: {
    action: 'product',
    codes: [
      'api-key-refused',
      'auth/invalid-api-key',
      'auth/api-key-not-valid.-please-pass-a-valid-api-key.',
    ],
  },
  SENT_BACK: { action: 'signOut', codes: ['sent-back'] },
  /** The account is still signed in. The page's own sign-out does not need the application. */
  SIGN_OUT_FAILED: { action: 'signOut', codes: [] },
  STORAGE_BLOCKED: {
    action: 'retry',
    codes: ['auth/web-storage-unsupported', 'auth/unsupported-persistence-type'],
  },
  PAGE_OUTDATED: { action: 'reload', codes: ['page-outdated'] },
  /** Any code that is not in another row. A retry does no harm. */
  UNKNOWN_ERROR: { action: 'retry', codes: [] },
} as const satisfies Record<string, Row>

export type ErrorKey = keyof typeof rows

export interface Meaning {
  key: ErrorKey
  action: Action
}

const meanings = new Map<string, Meaning>(
  Object.entries(rows).flatMap(([key, { action, codes }]) =>
    codes.map((code) => [code, { key: key as ErrorKey, action }] as const),
  ),
)

export function meaningOf(code: string): Meaning {
  return meanings.get(code) ?? { key: 'UNKNOWN_ERROR', action: rows.UNKNOWN_ERROR.action }
}

export const explainedCodes: readonly string[] = [...meanings.keys()]
