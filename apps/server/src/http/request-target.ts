/** Not decoded: a path must match the path of a file exactly. */
export function splitTarget(target = '/'): { pathname: string; query: string } {
  const at = target.indexOf('?')
  return at === -1
    ? { pathname: target, query: '' }
    : { pathname: target.slice(0, at), query: target.slice(at) }
}
