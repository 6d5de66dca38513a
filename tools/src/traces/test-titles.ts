import ts from 'typescript'

export interface TestTitle {
  title: string
  /** The ids that the title names in parentheses, such as `(C5, PH-01)`. */
  ids: string[]
}

const id = /^(?:[A-I]\d{1,2}|I|[A-Z]{2,3}-\d{2})$/

/** The tests and groups of tests that a source file declares, each after the groups it is in. */
export function titlesIn(source: string): TestTitle[] {
  const file = ts.createSourceFile(
    'tests.tsx',
    source,
    ts.ScriptTarget.Latest,
    false,
    ts.ScriptKind.TSX,
  )
  const found: TestTitle[] = []
  const visit = (node: ts.Node, groups: readonly string[]): void => {
    const title = ts.isCallExpression(node) ? titleOf(node, file) : null
    if (title !== null) found.push({ title: [...groups, title].join(' › '), ids: idsIn(title) })
    const inside = title === null ? groups : [...groups, title]
    ts.forEachChild(node, (child) => visit(child, inside))
  }
  visit(file, [])
  return found
}

function titleOf(call: ts.CallExpression, file: ts.SourceFile): string | null {
  const [title] = call.arguments
  if (!title || !declaresTest(call.expression)) return null
  if (ts.isStringLiteralLike(title)) return title.text
  return ts.isTemplateExpression(title) ? title.getText(file).slice(1, -1) : null
}

/** `test(…)`, `it.each(table)(…)`, `test.describe(…)`: whatever grows from one of the three names. */
function declaresTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return ['describe', 'it', 'test'].includes(callee.text)
  if (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) {
    return declaresTest(callee.expression)
  }
  return ts.isTaggedTemplateExpression(callee) && declaresTest(callee.tag)
}

export function idsIn(title: string): string[] {
  return [...title.matchAll(/\(([^()]*)\)/g)]
    .flatMap(([, inside = '']) => inside.split(/[,;\s]+/))
    .filter((word) => id.test(word))
}
