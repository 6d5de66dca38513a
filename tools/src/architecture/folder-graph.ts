import path from 'node:path'
import type { Module } from './modules.ts'

/** Which folders import which others. */
export type FolderGraph = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The imports between the folders of product code. Tests and their helpers are left out: they may
 * import anything.
 *
 * @param folderOf the folder that a file counts for, or null for a file that counts for none
 */
export function folderGraph(
  modules: readonly Module[],
  folderOf: (file: string) => string | null,
): FolderGraph {
  const graph = new Map<string, Set<string>>()
  for (const { source, dependencies } of modules) {
    const from = isForTests(source) ? null : folderOf(source)
    if (from === null) continue
    const imported = graph.get(from) ?? new Set()
    graph.set(from, imported)
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved)
      if (to !== null && to !== from) imported.add(to)
    }
  }
  return graph
}

/** The folder of a file below `root`: '.' for a file in `root` itself. */
export function folderBelow(root: string, depth = Infinity): (file: string) => string | null {
  return (file) => {
    if (!file.startsWith(`${root}/`)) return null
    const folders = path.posix.relative(root, path.posix.dirname(file)).split('/')
    return folders.slice(0, depth).join('/') || '.'
  }
}

/** Groups of folders that import each other, each sorted by name. */
export function folderCycles(graph: FolderGraph): string[][] {
  const cycles: string[][] = []
  const seen = new Set<string>()
  for (const folder of [...graph.keys()].sort()) {
    if (seen.has(folder)) continue
    const group = [...reachable(graph, folder)]
      .filter((other) => other === folder || reachable(graph, other).has(folder))
      .sort()
    for (const member of group) seen.add(member)
    if (group.length > 1) cycles.push(group)
  }
  return cycles
}

/** Without the imports that follow from others: where a imports b and b imports c, a → c is left out. */
export function withoutShortcuts(graph: FolderGraph): FolderGraph {
  const reduced = new Map([...graph].map(([from, to]) => [from, new Set(to)]))
  for (const [from, direct] of reduced) {
    // A copy, because an import that is needed after all is added again.
    const candidates = [...direct]
    for (const to of candidates) {
      direct.delete(to)
      if (!reachable(reduced, from).has(to)) direct.add(to)
    }
  }
  return reduced
}

/** The folder and all that it imports, directly or through others. */
function reachable(graph: FolderGraph, start: string): Set<string> {
  const found = new Set([start])
  for (const folder of found) for (const next of graph.get(folder) ?? []) found.add(next)
  return found
}

function isForTests(file: string): boolean {
  return /\.test\.tsx?$|\/testing\//.test(file)
}
