import { expect, it } from 'vitest'
import { createLog } from './log.ts'

it.each([
  ['info', 30, 'INFO'],
  ['warn', 40, 'WARNING'],
  ['error', 50, 'ERROR'],
] as const)('a log line of level %s has its severity in addition to its level', (...row) => {
  const [name, level, severity] = row
  const lines: string[] = []
  createLog('debug', { write: (line) => void lines.push(line) })[name]('text')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ level, severity, msg: 'text' }),
  ])
})
