import ts from 'typescript'

export interface TestTitle {
  title: string
  /** The ids that the title names in parentheses, such as `(C5, PH-01)`. */
  ids: string[]
}

const id = /^(?:[A-I]\d{1,2}|I|[A-Z]{2,3}-\d{2})$/

/** The titles of the tests and groups of tests that a source file declares. */
export function titlesIn(source: string): TestTitle[] {
  const file = ts.createSourceFile(
    'tests.tsx',
    source,
    ts.ScriptTarget.Latest,
    false,
    ts.ScriptKind.TSX,
  )
  const found: TestTitle[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && declaresTest(node.expression)) {
      const [title] = node.arguments
      if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) {
        const text = ts.isStringLiteralLike(title) ? title.text : title.getText(file).slice(1, -1)
        found.push({ title: text, ids: idsIn(text) })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
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
