import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sectionOf, withSection } from './report/document.ts'
import { parseOptions } from './report/options.ts'
import type { PartName } from './report/options.ts'
import { isMet } from './report/outcome.ts'
import type { Measure, Outcome } from './report/outcome.ts'
import { goalsTable, tableAsText } from './report/table.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

// Each part is loaded when it runs, so that it does not need the dependencies of the others.
const parts: Record<PartName, () => Promise<Measure>> = {
  pages: async () => (await import('./pages/measure-pages.ts')).measurePages,
  gate: async () => (await import('./gate/measure-gate.ts')).measureGate,
  service: async () => (await import('./service/measure-service.ts')).measureService,
  scale: async () => (await import('./scale/measure-scale.ts')).measureScale,
}

const options = parseOptions(process.argv.slice(2), process.env['INIT_CWD'] ?? root)
if (options.build) runInRoot('--import', 'tsx', 'tools/src/build.ts')

const outcomes = new Map<PartName, Outcome>()
for (const part of options.parts) {
  const measure = await parts[part]()
  const outcome = await measure(options)
  outcomes.set(part, outcome)
  for (const table of [...outcome.tables, ...(outcome.details ?? [])])
    print(`\n${tableAsText(table)}`)
}

const goals = [...outcomes.values()].flatMap((outcome) => outcome.goals)
if (goals.length > 0) print(`\n${tableAsText(goalsTable(goals))}`)
print(`${goals.filter(isMet).length} of ${goals.length} goals met`)
if (options.json) writeFigures(options.json)
if (options.write) writeDocument()

function runInRoot(...args: string[]): void {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(1)
}

function writeFigures(path: string): void {
  const figures = Object.fromEntries(
    [...outcomes].map(([part, { figures, goals }]) => {
      return [part, { figures, goals: goals.map((goal) => ({ ...goal, met: isMet(goal) })) }]
    }),
  )
  const date = new Date().toISOString()
  writeFileSync(path, `${JSON.stringify({ date, ...figures }, null, 2)}\n`)
}

function writeDocument(): void {
  const docs = new URL('../../docs/', import.meta.url)
  const path = new URL('performance.md', docs)
  for (const [part, outcome] of outcomes) {
    writeFileSync(path, withSection(readFileSync(path, 'utf8'), part, sectionOf(outcome)))
    for (const [name, content] of Object.entries(outcome.files ?? {})) {
      writeFileSync(new URL(name, docs), content)
    }
  }
  runInRoot('node_modules/oxfmt/bin/oxfmt', fileURLToPath(path))
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
