import { folderBelow, folderGraph, withoutShortcuts, type FolderGraph } from './folder-graph.ts'
import type { Module } from './modules.ts'

const begin = '<!-- folders: written by `npm run architecture` -->'
const end = '<!-- end of folders -->'

/** The document with the diagrams of these modules between its two markers. */
export function withDiagrams(document: string, modules: readonly Module[]): string {
  const start = document.indexOf(begin)
  const stop = document.indexOf(end)
  if (start === -1 || stop < start) throw new Error(`The document lacks ${begin} or ${end}`)
  const diagrams = [
    diagram('Workspaces', folderGraph(modules, workspaceOf), (name) => name),
    ...['login', 'server', 'gate'].map((app) =>
      diagram(`apps/${app}/src`, folderGraph(modules, folderBelow(`apps/${app}/src`, 1)), (name) =>
        name === '.' ? 'files at the root' : name,
      ),
    ),
  ]
  return `${document.slice(0, start)}${begin}\n\n${diagrams.join('\n')}\n${document.slice(stop)}`
}

/** Packages and apps: what ships. */
function workspaceOf(file: string): string | null {
  const workspace = /^((?:packages|apps)\/[^/]+)\/(?!dist\/)/.exec(file)?.[1]
  return workspace === undefined || workspace === 'packages/test-services' ? null : workspace
}

function diagram(title: string, graph: FolderGraph, labelOf: (name: string) => string): string {
  const names = [...new Set([...graph].flatMap(([from, to]) => [from, ...to]))].sort()
  const idOf = new Map(names.map((name, index) => [name, `f${index}`]))
  const nodes = names.map((name) => `  ${idOf.get(name)}["${labelOf(name)}"]`)
  const arrows = [...withoutShortcuts(graph)]
    .filter(([, to]) => to.size > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([from, to]) => {
      const targets = [...to].sort().map((name) => idOf.get(name))
      return `  ${idOf.get(from)} --> ${targets.join(' & ')}`
    })
  return [`### ${title}`, '', '```mermaid', 'flowchart TB', ...nodes, ...arrows, '```', ''].join(
    '\n',
  )
}
