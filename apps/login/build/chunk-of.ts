interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/**
 * Names one chunk for everything that a module needs at once. Left alone, the bundler makes a file of
 * every few modules that several parts share, and the page waits for all of them.
 *
 * @param chunks the first module of each chunk by the chunk's name; what two need is in the former's
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
