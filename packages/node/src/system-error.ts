/** The code of an error of Node, OpenSSL, Postgres and the like; '' without one. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

const certificateCodes =
  /^(?:CERT_|ERR_TLS_CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_|HOSTNAME_MISMATCH)/

/**
 * Whether a code means a certificate that is not trusted, has expired or names another host. Waiting does
 * not help; trusting the authority does.
 */
export function isCertificateError(code: string): boolean {
  return certificateCodes.test(code)
}
