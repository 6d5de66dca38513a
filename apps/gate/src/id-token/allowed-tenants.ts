/** The tenants whose users may sign in. A reload of the settings may change them. */
export interface AllowedTenants {
  /** In the order of the settings. */
  ids(): readonly string[]
  has(id: string): boolean
  /** Returns whether something changed. */
  replace(ids: readonly string[]): boolean
}

export function createAllowedTenants(first: readonly string[]): AllowedTenants {
  let ids = first
  let known = new Set(first)
  return {
    ids: () => ids,
    has: (id) => known.has(id),
    replace(next) {
      const isSame = next.length === ids.length && next.every((id, index) => id === ids[index])
      ids = next
      known = new Set(next)
      return !isSame
    },
  }
}
