import { describe, expect, it } from 'vitest'
import { folderBelow, folderCycles, folderGraph, withoutShortcuts } from './folder-graph.ts'

const moduleOf = (source: string, ...imports: string[]) => ({
  source,
  dependencies: imports.map((resolved) => ({ resolved })),
})

const graphOf = (edges: Record<string, string[]>) =>
  new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to)]))

const edgesOf = (graph: ReadonlyMap<string, ReadonlySet<string>>) =>
  Object.fromEntries([...graph].map(([from, to]) => [from, [...to]]))

describe('the graph of folders', () => {
  it('the folder graph has an edge if a file of one folder imports a file of another', () => {
    const modules = [
      moduleOf('app/src/main.ts', 'app/src/http/server.ts', 'node_modules/x/index.js'),
      moduleOf('app/src/http/server.ts', 'app/src/http/errors.ts', 'app/src/log/log.ts'),
      moduleOf('app/src/log/log.ts'),
    ]
    expect(edgesOf(folderGraph(modules, folderBelow('app/src')))).toEqual({
      '.': ['http'],
      http: ['log'],
      log: [],
    })
  })

  it('the folder graph does not include imports of tests', () => {
    const modules = [
      moduleOf('app/src/a/a.test.ts', 'app/src/b/b.ts'),
      moduleOf('app/src/testing/world.ts', 'app/src/b/b.ts'),
    ]
    expect(edgesOf(folderGraph(modules, folderBelow('app/src')))).toEqual({})
  })

  it('the folder graph counts a nested folder separately, or as part of its parent', () => {
    const modules = [moduleOf('app/src/a/b/c.ts', 'app/src/a/d.ts')]
    expect(edgesOf(folderGraph(modules, folderBelow('app/src')))).toEqual({ 'a/b': ['a'] })
    expect(edgesOf(folderGraph(modules, folderBelow('app/src', 1)))).toEqual({ a: [] })
  })
})

describe('import cycles', () => {
  it('a cycle of folders is found even if no two files import each other', () => {
    const modules = [
      moduleOf('app/src/a/one.ts', 'app/src/b/one.ts'),
      moduleOf('app/src/b/two.ts', 'app/src/a/two.ts'),
      moduleOf('app/src/c/one.ts', 'app/src/a/one.ts'),
    ]
    expect(folderCycles(folderGraph(modules, folderBelow('app/src')))).toEqual([['a', 'b']])
  })

  it('a cycle of folders is found across several folders', () => {
    const cycle = graphOf({ a: ['b'], b: ['c'], c: ['a'], d: ['a'] })
    expect(folderCycles(cycle)).toEqual([['a', 'b', 'c']])
  })

  it('imports in one direction are not a cycle of folders', () => {
    expect(folderCycles(graphOf({ a: ['b', 'c'], b: ['c'], c: [] }))).toEqual([])
  })
})

it('an import that follows from two others is not in the diagram', () => {
  const graph = graphOf({ a: ['b', 'c', 'd'], b: ['c'], c: [], d: [] })
  expect(edgesOf(withoutShortcuts(graph))).toEqual({ a: ['b', 'd'], b: ['c'], c: [], d: [] })
})
