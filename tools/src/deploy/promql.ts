import type { SyntaxNode } from '@lezer/common'
import { parser } from '@prometheus-io/lezer-promql'

/** A metric in an expression, with the labels that the expression expects it to have. */
export interface UsedMetric {
  name: string
  labels: string[]
  /** Values that a label must be equal to, or match. */
  values: Record<string, string>
}

/** The metrics in an expression in Prometheus' language. Throws if it is not valid. */
export function metricsIn(expression: string): UsedMetric[] {
  // Grafana replaces these.
  const text = expression.replaceAll(/\[\$__\w+\]/g, '[5m]').replaceAll('$instance', 'one')
  const used: UsedMetric[] = []
  const textOf = ({ from, to }: SyntaxNode) => text.slice(from, to)
  parser.parse(text).iterate({
    enter({ type, node }) {
      if (type.isError) throw new Error(`no valid expression: ${expression}`)
      if (type.name !== 'VectorSelector') return
      const name = node.getChild('Identifier')
      const matchers = node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []
      const values = Object.fromEntries(
        matchers.map((matcher) => [
          textOf(matcher.getChild('LabelName') ?? matcher),
          textOf(matcher.getChild('StringLiteral') ?? matcher).slice(1, -1),
        ]),
      )
      const labels = [...Object.keys(values), ...groupsAround(node, textOf)]
      used.push({ name: name === null ? '' : textOf(name), labels, values })
    },
  })
  return used
}

/** The labels of `by (…)` in all aggregations around a metric. */
function groupsAround(node: SyntaxNode, textOf: (node: SyntaxNode) => string): string[] {
  const groups: string[] = []
  for (let outer = node.parent; outer !== null; outer = outer.parent) {
    const modifier = outer.getChild('AggregateModifier')
    const labels = modifier?.getChild('GroupingLabels')?.getChildren('LabelName') ?? []
    groups.push(...labels.map(textOf))
  }
  return groups
}
