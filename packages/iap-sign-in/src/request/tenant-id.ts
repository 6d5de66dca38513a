/**
 * Whether a text is a tenant id of Identity Platform: a letter, then letters, digits and hyphens; at most 63
 * characters.
 */
export function isTenantId(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9-]{0,62}$/.test(text)
}

/**
 * Whether a text is a `tid` of the sign-in protocol: a tenant id, or `_` and the project number for accounts of the
 * project itself, outside any tenant.
 */
export function isTid(text: string): boolean {
  return isTenantId(text) || isProjectTid(text)
}

export function isProjectTid(tid: string): boolean {
  return tid.startsWith('_') && isProjectNumber(tid.slice(1))
}

/** The tenant id of a well-formed `tid`. Null is the project itself. */
export function tenantIdOf(tid: string): string | null {
  return isProjectTid(tid) ? null : tid
}

/** Whether a text is the number of a Google Cloud project. */
export function isProjectNumber(text: string): boolean {
  return /^[0-9]{1,20}$/.test(text)
}
