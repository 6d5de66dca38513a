import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { errorStatuses } from '@foyer/contract/account-service'
import { beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { GateErrorCode } from '../../../apps/gate/src/errors/gate-error.ts'
import {
  countRequest,
  createGateCounts,
  increase,
  upstreamCounts,
  type AuditedAction,
} from '../../../apps/gate/src/events/gate-counts.ts'
import { createGateMetrics } from '../../../apps/gate/src/metrics/gate-metrics.ts'
import { startMetricsServer as startGateServer } from '../../../apps/gate/src/metrics/metrics-server.ts'
import type { MailDeps } from '../../../apps/server/src/mail/send-mail.ts'
import { startMetricsServer } from '../../../apps/server/src/metrics/metrics-server.ts'
import { createMetrics } from '../../../apps/server/src/metrics/metrics.ts'
import { metricsIn, type UsedMetric } from './promql.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

interface Rule {
  alert: string
  expr: string
}
const { groups } = parse(read('deploy/monitoring/alerts.yaml')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

interface Panel {
  id: number
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string }[]
}
const dashboard = JSON.parse(read('deploy/monitoring/dashboard.json')) as { panels: Panel[] }
const panels = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => [title, expr] as const),
)

/** Of each served metric, the values of each label. */
type Served = Map<string, Map<string, Set<string>>>
const served: Served = new Map()

function addLines(text: string) {
  for (const line of text.split('\n')) {
    const [, name, labels = ''] = /^([a-z0-9_]+)(?:\{(.*)\})? /.exec(line) ?? []
    if (name === undefined) continue
    const known = served.get(name) ?? new Map<string, Set<string>>()
    served.set(name, known)
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value))
  }
}

/** What the gate serves, after one of everything that the rules ask for. */
async function scrapeGate() {
  const counts = createGateCounts()
  countRequest(counts, 'forwarded', '2xx', 0.1)
  countRequest(counts, 'own', 'aborted', 0.1)
  upstreamCounts(counts, 'app.example.com')
  const codes: GateErrorCode[] = ['unreachable', 'too-slow']
  for (const code of codes) increase(counts.failures, code)
  const actions: AuditedAction[] = ['exchange', 'sign-in', 'sign-out']
  for (const action of actions) increase(counts.audited, `${action} done`)
  const observed = {
    isReady: () => true,
    databaseState: () => null,
    acceptedKeys: () => 1,
    endlessAnswers: () => 0,
  }
  const metrics = createGateMetrics({ counts, observed, now: () => 0 })
  return startGateServer({ host: '127.0.0.1', port: 0 }, metrics, observed)
}

/** What the server serves, likewise. */
async function scrapeServer() {
  const metrics = createMetrics()
  metrics.request('/', 'GET', 200, 0.1)
  for (const outcome of ['done', ...Object.keys(errorStatuses)]) metrics.outcome('/', outcome)
  const mails: Parameters<MailDeps['onOutcome']>[0][] = ['sent', 'postponed', 'failed', 'dropped']
  for (const outcome of mails) metrics.mail(outcome)
  metrics.limitHit('welcome')
  metrics.registrationFinished('done')
  metrics.statement(0.1)
  metrics.watchOutbox(async () => ({ waiting: 0, oldestSeconds: 0 }))
  return startMetricsServer({ host: '127.0.0.1', port: 0 }, metrics)
}

beforeAll(async () => {
  for (const server of await Promise.all([scrapeGate(), scrapeServer()])) {
    const { port } = server.address() as AddressInfo
    addLines(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
    server.closeAllConnections()
    server.close()
  }
  // Prometheus adds these.
  served.set('up', new Map())
})

/** What is wrong with a metric in an expression. */
function errorsOf({ name, labels, values }: UsedMetric): string[] {
  const known = served.get(name)
  if (known === undefined) return [`${name} is not served`]
  const ofScrape = new Set(['job', 'instance', 'le'])
  const missing = labels.filter((label) => !ofScrape.has(label) && !known.has(label))
  const strange = Object.entries(values).flatMap(([label, text]) =>
    ofScrape.has(label)
      ? []
      : text.split('|').filter((value) => known.get(label)?.has(value) !== true),
  )
  return [
    ...missing.map((label) => `${name} has no label ${label}`),
    ...strange.map((value) => `${name} is never ${value}`),
  ]
}

describe('the alert rules and the dashboard', () => {
  it.each(rules.map(({ alert, expr }) => [alert, expr] as const))(
    'each metric, label and value in the alert %s is served',
    (_alert, expr) => {
      expect(metricsIn(expr).flatMap(errorsOf)).toEqual([])
    },
  )

  it.each(panels)('each metric, label and value in the panel %s is served: %s', (_title, expr) => {
    expect(metricsIn(expr).flatMap(errorsOf)).toEqual([])
  })

  it('a misspelled metric, label or value is found', () => {
    const errors = (expr: string) => metricsIn(expr).flatMap(errorsOf)
    expect(errors('rate(foyer_mail_total[5m])')).toEqual(['foyer_mail_total is not served'])
    expect(errors('sum by (result) (foyer_mails_total)')).toHaveLength(1)
    expect(errors('foyer_mails_total{outcome=~"failed|lost"}')).toEqual([
      'foyer_mails_total is never lost',
    ])
    expect(() => errors('rate(foyer_mails_total[5m]')).toThrow('no valid expression')
  })

  it('no two panels have one id or overlap', () => {
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from(
        { length: w * h },
        (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`,
      ),
    )
    expect(new Set(cells).size).toBe(cells.length)
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  })

  it('each metric of ours that is served has a panel', () => {
    const shown = new Set(panels.flatMap(([, expr]) => metricsIn(expr).map(({ name }) => name)))
    const missing = [...served.keys()].filter(
      (name) =>
        name.startsWith('foyer_') && !/_(?:sum|bucket|count)$/.test(name) && !shown.has(name),
    )
    expect(missing).toEqual([])
  })
})

describe('the guides', () => {
  const guides = ['docs/operate.md', 'docs/gate.md'].map(read).join('\n')
  const rows = [...guides.matchAll(/^\| `(Foyer\w+)` +\| (.*) \|$/gm)]

  it('the guides explain each alert, and no other', () => {
    const explained = rows.map(([, alert]) => alert)
    expect(explained).toHaveLength(rules.length)
    expect(new Set(explained)).toEqual(new Set(rules.map(({ alert }) => alert)))
  })

  it('each metric that the guides name is served, and those beside an alert are in its expression', () => {
    const named = [...guides.matchAll(/`(foyer_[a-z_]+)/g)].map(([, name = '']) => name)
    expect(named.length).toBeGreaterThan(20)
    const missing = named.filter((name) => !served.has(name) && !served.has(`${name}_count`))
    expect(missing).toEqual([])
    for (const [, alert, text = ''] of rows) {
      const { expr = '' } = rules.find((rule) => rule.alert === alert) ?? {}
      for (const [, name] of text.matchAll(/`(foyer_[a-z_]+)/g)) expect(expr).toContain(name)
    }
  })
})
