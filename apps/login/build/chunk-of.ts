interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/**
 * Puts each module, with everything that it imports, into a named chunk. By default, the bundler makes a file for every
 * few modules that several parts share, and the page would wait for all of them.
 *
 * @param chunks the first module of each chunk, by the chunk's name. If two chunks need a module, it is in the first of
 * them.
 */
export function chunkOf(
  chunks: Readonly<Record<string, string>>,
): (id: string, graph: ModuleGraph) => string | null {
  let known: [name: string, ids: ReadonlySet<string>][] | null = null
  return (id, graph) => {
    known ??= Object.entries(chunks).map(([name, first]) => [name, importedBy(first, graph)])
    return known.find(([, ids]) => ids.has(id))?.[0] ?? null
  }
}

function importedBy(first: string, graph: ModuleGraph): Set<string> {
  const found = new Set([first])
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported)
  }
  return found
}
