const codes: Readonly<Record<number, string>> = {
  400: 'invalid-argument',
  401: 'unauthenticated',
  403: 'permission-denied',
  404: 'not-found',
  409: 'aborted',
  429: 'resource-exhausted',
  499: 'cancelled',
  500: 'internal',
  501: 'not-implemented',
  503: 'unavailable',
  504: 'deadline-exceeded',
}

/** What a status means where the answer does not say more (requirements G6). */
export function codeOfStatus(status: number): string {
  return codes[status] ?? (status >= 500 ? 'unavailable' : 'invalid-argument')
}
