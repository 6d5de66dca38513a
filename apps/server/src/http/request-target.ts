/** The raw spelling: what is not written exactly like a file's path is not that file. */
export function splitTarget(target = '/'): { pathname: string; query: string } {
  const at = target.indexOf('?')
  return at === -1
    ? { pathname: target, query: '' }
    : { pathname: target.slice(0, at), query: target.slice(at) }
}
