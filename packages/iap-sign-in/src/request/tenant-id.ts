/** A tenant id of Identity Platform: a letter, then letters, digits and hyphens; at most 63 characters. */
export function isTenantId(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9-]{0,62}$/.test(text)
}

/**
 * A `tid` of the sign-in protocol: a tenant id, or `_` and the project number, which stands for the
 * accounts of the project itself, outside any tenant.
 */
export function isTid(text: string): boolean {
  return isTenantId(text) || isProjectTid(text)
}

export function isProjectTid(tid: string): boolean {
  return tid.startsWith('_') && isProjectNumber(tid.slice(1))
}

/** The tenant that a well-formed `tid` names; null is the project itself. */
export function tenantIdOf(tid: string): string | null {
  return isProjectTid(tid) ? null : tid
}

/** The number that Google Cloud gives to a project. */
export function isProjectNumber(text: string): boolean {
  return /^[0-9]{1,20}$/.test(text)
}
