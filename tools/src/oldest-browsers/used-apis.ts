import { parse } from 'acorn'
import type { AnyNode, MemberExpression, Program } from 'acorn'
import { fullAncestor } from 'acorn-walk'
import { analyze } from 'eslint-scope'

/** A name in a script that may be an API of the browser or the language. */
export type Use = { readonly name: string; readonly position: number } & (
  | { readonly kind: 'global' | 'constructor' | 'event' }
  /** `of` is the global whose property it is, `URL` in `URL.canParse`; null for any other object. */
  | { readonly kind: 'property'; readonly of: string | null }
)

/** Names of the object that has the globals. */
const globalObjects = new Set(['window', 'self', 'globalThis'])

/**
 * Finds every name in a script that may be an API. What is only tested (`typeof x`, `x?.y`) does not fail where it is
 * missing, and is left out.
 */
export function usedApis(script: string): Use[] {
  const program = parse(script, { ecmaVersion: 'latest', sourceType: 'module', ranges: true })
  const globals = globalsIn(program)
  const globalName = (node: AnyNode): string | null => {
    if (node.type === 'Identifier') return globals.has(node.start) ? node.name : null
    const name = node.type === 'MemberExpression' ? propertyOf(node) : null
    return name !== null && isGlobalObject(node as MemberExpression) ? name : null
  }
  const isGlobalObject = ({ object }: MemberExpression): boolean =>
    globalObjects.has(globalName(object) ?? '')

  const uses: Use[] = []
  fullAncestor(program, (node, _state, ancestors) => {
    const position = node.start
    const parent = ancestors.at(-2)
    const global = globalName(node)
    if (parent && isTested(node, parent)) return
    if (global !== null) {
      const isConstructed = parent?.type === 'NewExpression' && parent.callee === node
      uses.push({ kind: isConstructed ? 'constructor' : 'global', name: global, position })
    } else if (node.type === 'MemberExpression') {
      const name = propertyOf(node)
      if (name !== null)
        uses.push({ kind: 'property', of: globalName(node.object), name, position })
    } else if (node.type === 'ObjectPattern') {
      for (const property of node.properties) {
        if (property.type !== 'Property' || property.computed) continue
        if (property.key.type !== 'Identifier') continue
        uses.push({ kind: 'property', of: null, name: property.key.name, position })
      }
    } else if (node.type === 'CallExpression') {
      const name = listenedEvent(node)
      if (name !== null) uses.push({ kind: 'event', name, position })
    }
  })
  return uses
}

/** Where the names stand that the script does not declare. */
function globalsIn(program: Program): Set<number> {
  // acorn's types of the tree have positions, and are otherwise those of the specification.
  const { globalScope } = analyze(program as Parameters<typeof analyze>[0], {
    ecmaVersion: 2022,
    sourceType: 'module',
  })
  const found = globalScope?.through.map(({ identifier }) => identifier as unknown as AnyNode)
  return new Set(found?.map(({ start }) => start))
}

function propertyOf({ property, computed }: MemberExpression): string | null {
  if (!computed) return property.type === 'Identifier' ? property.name : null
  return property.type === 'Literal' && typeof property.value === 'string' ? property.value : null
}

function isTested(node: AnyNode, parent: AnyNode): boolean {
  if (parent.type === 'UnaryExpression') return parent.operator === 'typeof'
  if (parent.type === 'MemberExpression') return parent.object === node && parent.optional
  return parent.type === 'CallExpression' && parent.callee === node && parent.optional
}

function listenedEvent({ callee, arguments: [event] }: AnyNode & { type: 'CallExpression' }) {
  const isListening =
    callee.type === 'MemberExpression' && propertyOf(callee) === 'addEventListener'
  return isListening && event?.type === 'Literal' && typeof event.value === 'string'
    ? event.value
    : null
}
