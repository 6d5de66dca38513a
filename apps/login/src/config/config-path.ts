/** The URL of the config with the settings of these tenants (F1). */
export function configPath(tids: readonly string[]): string {
  const query = new URLSearchParams(tids.map((tid) => ['tid', tid])).toString()
  return query === '' ? '/config.json' : `/config.json?${query}`
}

/** The tenants in the query of a sign-in request. */
export function tidsIn(search: string): string[] {
  return new URLSearchParams(search).getAll('tid')
}
