/** The code of an error from Node, OpenSSL, Postgres and similar libraries. Empty if it has none. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

const certificateCodes =
  /^(?:CERT_|ERR_TLS_CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_|HOSTNAME_MISMATCH)/

/**
 * Whether a code means that a certificate is not trusted, has expired or is for another host. Waiting does not help,
 * but trusting the authority does.
 */
export function isCertificateError(code: string): boolean {
  return certificateCodes.test(code)
}
