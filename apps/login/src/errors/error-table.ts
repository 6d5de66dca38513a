import type { Action } from './action.ts'

/** What a failure means to the user: the key of its message in `errors.json`, and what the user can do. */
interface Row {
  action: Action
  codes: readonly string[]
}

/**
 * Codes of the identity service begin with `auth/`. Codes of the engine and of this page have no prefix (G1, G4). Codes
 * that only a later script has come with it, such as those of the identity SDK (`sdk-codes.ts`).
 */
const rows = {
  TOO_MANY_REQUESTS: {
    action: 'retry',
    codes: ['resource-exhausted'],
  },
  INVALID_PHONE_NUMBER_ERROR: {
    action: 'options',
    codes: [],
  },
  ADMIN_RESTRICTED_OPERATION: { action: 'contact', codes: [] },
  /** The same, for a phone number (G2). */
  NO_ACCOUNT_WITH_NUMBER: { action: 'options', codes: [] },
  USER_DISABLED: { action: 'contact', codes: ['auth/user-disabled', 'user-disabled'] },
  INVALID_CREDENTIAL: {
    action: 'options',
    codes: ['auth/invalid-credential'],
  },
  INVALID_VERIFICATION_CODE: {
    action: 'options',
    codes: [],
  },
  /** The text message has expired, or its code was used. Only a new one helps (SM-09). */
  CODE_EXPIRED: {
    action: 'options',
    codes: [],
  },
  CODE_SENT_LATELY: { action: 'options', codes: ['code-sent-lately'] },
  SMS_REGION: { action: 'options', codes: ['sms-region-not-allowed'] },
  MISSING_CLIENT_IDENTIFIER: {
    action: 'contact',
    codes: ['auth/captcha-check-failed'],
  },
  ACCOUNT_MISSING: { action: 'options', codes: ['auth/user-not-found', 'account-missing'] },
  ACCOUNT_EXISTS: {
    action: 'options',
    codes: [
      'auth/account-exists-with-different-credential',
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
    codes: ['account-of-other-tenant'],
  },
  /** A second factor can be added only to an account with a verified email address. */
  EMAIL_UNVERIFIED: { action: 'contact', codes: [] },
  NOT_ALLOWED: {
    action: 'contact',
    codes: ['permission-denied', 'blocked-by-administrator'],
  },
  METHOD_UNAVAILABLE: {
    action: 'options',
    codes: ['auth/operation-not-allowed'],
  },
  CANCELLED: {
    action: 'options',
    codes: [
      'auth/popup-closed-by-user',
      'auth/cancelled-popup-request',
      'auth/redirect-cancelled-by-user',
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
  PROVIDER_NOT_ALLOWED: { action: 'signOut', codes: [] },
  ACCOUNT_NOT_ALLOWED: { action: 'signOut', codes: [] },
  /** So does the page, if a custom token would sign in to an account that has one. */
  SECOND_FACTOR: { action: 'signOut', codes: [] },
  CLOCK_WRONG: { action: 'application', codes: ['clock-skewed'] },
  TOKEN_TOO_OLD: { action: 'product', codes: ['id-token-expired'] },
  NO_REQUEST: { action: 'application', codes: ['no-request'] },
  TOKEN_EXPIRED: {
    action: 'product',
    codes: [
      // The redirect server refuses the ID token.
      'unauthenticated',
      'auth/user-token-expired',
      'auth/null-user',
    ],
  },
  /**
   * The account that this browser stored is lost (C6), or the first factor was proven too long ago. The message is shown
   * beside the sign-in buttons.
   */
  SIGN_IN_AGAIN: { action: 'options', codes: [] },
  API_KEY_INVALID: {
    action: 'product',
    codes: ['api-key-refused'],
  },
  SENT_BACK: { action: 'signOut', codes: ['sent-back'] },
  /** The account is still signed in. The page's own sign-out does not need the application. */
  SIGN_OUT_FAILED: { action: 'signOut', codes: [] },
  STORAGE_BLOCKED: {
    action: 'retry',
    codes: ['auth/web-storage-unsupported'],
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

const meanings = new Map<string, Meaning>()

/** Adds the codes of a script that is fetched later. */
export function addCodes(codesByKey: Partial<Record<ErrorKey, readonly string[]>>): void {
  for (const [name, codes] of Object.entries(codesByKey)) {
    const key = name as ErrorKey
    for (const code of codes) meanings.set(code, { key, action: rows[key].action })
  }
}

export function meaningOf(code: string): Meaning {
  return meanings.get(code) ?? { key: 'UNKNOWN_ERROR', action: rows.UNKNOWN_ERROR.action }
}

export const explainedCodes = (): string[] => [...meanings.keys()]

for (const [key, { codes }] of Object.entries(rows)) addCodes({ [key]: codes })
