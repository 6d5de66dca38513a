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

/** What an operator can do if a Postgres has a certificate with this error. Empty for other errors. */
export function certificateAdvice(code: string): string {
  if (!isCertificateError(code)) return ''
  return code === 'ERR_TLS_CERT_ALTNAME_INVALID'
    ? `its certificate is for another host (${code}): use the name that the certificate has`
    : `its certificate is not trusted (${code}): name the authority that issued it, with sslrootcert=/path/ca.pem in the URL`
}

const listenReasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'it is in use, by another process or for another setting',
  EACCES: 'this user may not listen on that port',
  EADDRNOTAVAIL: 'this machine does not have that address',
  ENOTFOUND: 'no address is known for that host name',
}

/** Why a process cannot listen at an address, for an operator. */
export function cannotListen({ host, port }: { host: string; port: number }, error: unknown) {
  const code = errorCodeOf(error)
  return `cannot listen on ${host}:${port}: ${listenReasons[code] ?? code}`
}
