interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/**
 * Names one chunk for everything that the page needs at once. Left alone, the bundler makes a file of
 * every few modules that a later part shares with it, and the page waits for all of them.
 *
 * @param entry path of the page's first module
 */
export function firstScript(entry: string): (id: string, graph: ModuleGraph) => string | null {
  let atOnce: Set<string> | null = null
  return (id, graph) => {
    atOnce ??= importedBy(entry, graph)
    return atOnce.has(id) ? 'page' : null
  }
}

function importedBy(entry: string, graph: ModuleGraph): Set<string> {
  const found = new Set([entry])
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  }
  return found
}
